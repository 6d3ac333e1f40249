package io.recount.cells;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Packs the values of some slots: a bit a slot that tells whether it has one, then the values.
 *
 * <p>A number that repeats the one before it is a single byte: a receipt that is paid in one way says its total again. So
 * every other number stands one higher, for which -2^63 has no room; the decoder refuses it.
 */
final class PackedValues {

    private final int[] numbers;
    private final int[] texts;
    private final int[] maps;
    private final int textsFrom;
    private final int mapsFrom;
    private final int presenceBytes;

    PackedValues(SlotMask slots) {
        numbers = slots.numbers();
        texts = slots.texts();
        maps = slots.maps();
        textsFrom = numbers.length;
        mapsFrom = textsFrom + texts.length;
        presenceBytes = (mapsFrom + maps.length + 7) >> 3;
    }

    void write(FieldValues values, PackedWriter out) {
        int presence = out.zeros(presenceBytes);
        long previous = 0;
        for (int i = 0; i < numbers.length; i++) {
            if (values.hasNumber(numbers[i])) {
                out.set(presence, i);
                long value = values.number(numbers[i]);
                writeNumber(value, previous, out);
                previous = value;
            }
        }
        for (int i = 0; i < texts.length; i++) {
            String text = values.text(texts[i]);
            if (text != null) {
                out.set(presence, textsFrom + i);
                out.text(text);
            }
        }
        for (int i = 0; i < maps.length; i++) {
            Map<String, String> map = values.map(maps[i]);
            if (map != null) {
                out.set(presence, mapsFrom + i);
                writeMap(map, out);
            }
        }
    }

    void read(FieldValues values, PackedReader in) {
        int presence = in.skip(presenceBytes);
        long previous = 0;
        for (int i = 0; i < presenceBytes; i++) {
            for (int bits = in.at(presence + i) & 0xFF; bits != 0; bits &= bits - 1) {
                int place = 8 * i + Integer.numberOfTrailingZeros(bits);
                if (place < textsFrom) {
                    previous = readNumber(previous, in);
                    values.setNumber(numbers[place], previous);
                } else if (place < mapsFrom) {
                    values.setText(texts[place - textsFrom], in.text());
                } else {
                    values.setMap(maps[place - mapsFrom], readMap(in));
                }
            }
        }
    }

    private static void writeNumber(long value, long previous, PackedWriter out) {
        if (value == Long.MIN_VALUE) {
            throw new IllegalArgumentException("Numbers of documents are greater than -2^63");
        }
        out.unsigned(value == previous ? 0 : ((value << 1) ^ (value >> 63)) + 1);
    }

    private static long readNumber(long previous, PackedReader in) {
        long code = in.unsigned();
        long zigzag = code - 1;
        return code == 0 ? previous : (zigzag >>> 1) ^ -(zigzag & 1);
    }

    private static void writeMap(Map<String, String> map, PackedWriter out) {
        out.unsigned(map.size());
        for (Map.Entry<String, String> entry : map.entrySet()) {
            out.text(entry.getKey());
            out.text(entry.getValue());
        }
    }

    private static Map<String, String> readMap(PackedReader in) {
        int entries = (int) in.unsigned();
        Map<String, String> map = new LinkedHashMap<>(2 * entries);
        for (int i = 0; i < entries; i++) {
            map.put(in.text(), in.text());
        }
        return map;
    }
}
