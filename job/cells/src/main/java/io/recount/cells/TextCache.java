package io.recount.cells;

import org.jspecify.annotations.Nullable;

/**
 * Texts that were read lately, so that one that comes again and again, such as a register, is not made anew. It holds few
 * and short ones; two that share a place displace each other. Not thread-safe.
 */
public final class TextCache {

    private static final int PLACES = 1 << 11;
    private static final int LONGEST = 48;

    /** Texts of one kind tend to differ in their last characters. */
    private static final int LOOKED_AT = 6;

    private final @Nullable String[] texts = new String[PLACES];

    /** The text of these characters, or null if it was not kept or was displaced. */
    public @Nullable String find(char[] chars, int from, int length) {
        int place = length;
        for (int i = from + length - Math.min(length, LOOKED_AT); i < from + length; i++) {
            place = next(place, chars[i]);
        }
        String text = texts[placeOf(place)];
        if (text == null || text.length() != length) {
            return null;
        }
        for (int i = 0; i < length; i++) {
            if (text.charAt(i) != chars[from + i]) {
                return null;
            }
        }
        return text;
    }

    /** The text of these bytes; null as well if they are not ASCII. */
    @Nullable
    String findAscii(byte[] bytes, int from, int length) {
        int place = length;
        for (int i = from + length - Math.min(length, LOOKED_AT); i < from + length; i++) {
            place = next(place, bytes[i]);
        }
        String text = texts[placeOf(place)];
        if (text == null || text.length() != length) {
            return null;
        }
        for (int i = 0; i < length; i++) {
            // A byte of a longer character is negative, and no char is.
            if (text.charAt(i) != bytes[from + i]) {
                return null;
            }
        }
        return text;
    }

    /** Keeps a text, if it is short. */
    public void keep(String text) {
        int length = text.length();
        if (length > LONGEST) {
            return;
        }
        int place = length;
        for (int i = length - Math.min(length, LOOKED_AT); i < length; i++) {
            place = next(place, text.charAt(i));
        }
        texts[placeOf(place)] = text;
    }

    private static int next(int place, int character) {
        return place * 31 + character;
    }

    private static int placeOf(int hash) {
        int mixed = hash * 0x9E37_79B9;
        return mixed >>> (Integer.SIZE - Integer.numberOfTrailingZeros(PLACES));
    }
}
