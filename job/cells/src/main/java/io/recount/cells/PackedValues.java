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

    PackedValues(SlotMask slots) {
        numbers = slots.numbers();
        texts = slots.texts();
        maps = slots.maps();
    }

    void write(FieldValues values, PackedWriter out) {
        writePresence(values, out);
        long previous = 0;
        for (int slot : numbers) {
            if (values.hasNumber(slot)) {
                long value = values.number(slot);
                writeNumber(value, previous, out);
                previous = value;
            }
        }
        for (int slot : texts) {
            String text = values.text(slot);
            if (text != null) {
                out.text(text);
            }
        }
        for (int slot : maps) {
            Map<String, String> map = values.map(slot);
            if (map != null) {
                writeMap(map, out);
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

    private void writePresence(FieldValues values, PackedWriter out) {
        int bits = 0;
        int at = 0;
        for (int slot : numbers) {
            bits |= values.hasNumber(slot) ? 1 << (at & 7) : 0;
            bits = flushed(++at, bits, out);
        }
        for (int slot : texts) {
            bits |= values.text(slot) != null ? 1 << (at & 7) : 0;
            bits = flushed(++at, bits, out);
        }
        for (int slot : maps) {
            bits |= values.map(slot) != null ? 1 << (at & 7) : 0;
            bits = flushed(++at, bits, out);
        }
        if ((at & 7) != 0) {
            out.fixed(bits, 1);
        }
    }

    private static int flushed(int at, int bits, PackedWriter out) {
        if ((at & 7) != 0) {
            return bits;
        }
        out.fixed(bits, 1);
        return 0;
    }

    void read(FieldValues values, PackedReader in) {
        int presence = in.skip((numbers.length + texts.length + maps.length + 7) >> 3);
        int at = 0;
        long previous = 0;
        for (int slot : numbers) {
            if (in.isSet(presence, at++)) {
                previous = readNumber(previous, in);
                values.setNumber(slot, previous);
            }
        }
        for (int slot : texts) {
            if (in.isSet(presence, at++)) {
                values.setText(slot, in.text());
            }
        }
        for (int slot : maps) {
            if (in.isSet(presence, at++)) {
                values.setMap(slot, readMap(in));
            }
        }
    }
}
