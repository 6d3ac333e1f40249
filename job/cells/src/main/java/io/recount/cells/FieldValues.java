package io.recount.cells;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one document, by the slots of a {@link Layout}: numbers (all types held as 64-bit integers), texts and
 * text maps. A slot may be empty.
 */
public final class FieldValues {

    private static final int TEXT_BYTES = 48;
    /** Of a map: itself, and both its texts. */
    private static final int ENTRY_BYTES = 144;

    private final long[] numbers;
    private final boolean[] present;
    private final @Nullable String[] texts;
    private final @Nullable Map<String, String>[] maps;
    private int textBytes;

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type has no other way
    public FieldValues(int numberSlots, int textSlots, int mapSlots) {
        numbers = new long[numberSlots];
        present = new boolean[numberSlots];
        texts = new String[textSlots];
        maps = new Map[mapSlots];
    }

    public boolean hasNumber(int slot) {
        return present[slot];
    }

    /** 0 if the slot is empty. */
    public long number(int slot) {
        return numbers[slot];
    }

    public void setNumber(int slot, long value) {
        numbers[slot] = value;
        present[slot] = true;
    }

    public @Nullable String text(int slot) {
        return texts[slot];
    }

    public void setText(int slot, String value) {
        texts[slot] = value;
        textBytes += TEXT_BYTES + value.length();
    }

    public @Nullable Map<String, String> map(int slot) {
        return maps[slot];
    }

    /** An empty map is none: the table of documents can't tell them apart. */
    public void setMap(int slot, Map<String, String> value) {
        maps[slot] = value.isEmpty() ? null : value;
        for (Map.Entry<String, String> entry : value.entrySet()) {
            textBytes +=
                    ENTRY_BYTES + entry.getKey().length() + entry.getValue().length();
        }
    }

    /** About what the texts take of the heap: the part of a document that has no limit. */
    public int textBytes() {
        return textBytes;
    }

    public int numberSlots() {
        return numbers.length;
    }

    public int textSlots() {
        return texts.length;
    }

    public int mapSlots() {
        return maps.length;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FieldValues that
                && Arrays.equals(numbers, that.numbers)
                && Arrays.equals(present, that.present)
                && Arrays.equals(texts, that.texts)
                && Arrays.equals(maps, that.maps);
    }

    @Override
    public int hashCode() {
        return Objects.hash(Arrays.hashCode(numbers), Arrays.hashCode(texts), Arrays.hashCode(maps));
    }

    @Override
    public String toString() {
        return "FieldValues[" + numbers.length + " numbers, " + texts.length + " texts, " + maps.length + " maps]";
    }
}
