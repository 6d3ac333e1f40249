package io.recount.harness.expectation;

/**
 * The order of texts in tables: by their UTF-8 bytes, which is that of their code points. {@code String}'s own differs
 * beyond the Basic Multilingual Plane.
 */
final class ByteOrder {

    private ByteOrder() {}

    static int compare(String left, String right) {
        int shorter = Math.min(left.length(), right.length());
        int index = 0;
        while (index < shorter && left.charAt(index) == right.charAt(index)) {
            index++;
        }
        if (index == shorter) {
            return Integer.compare(left.length(), right.length());
        }
        // The first difference may be in the second half of a pair; its first half is equal, so the halves decide.
        char ofLeft = left.charAt(index);
        char ofRight = right.charAt(index);
        boolean leftPaired = Character.isSurrogate(ofLeft);
        boolean rightPaired = Character.isSurrogate(ofRight);
        return leftPaired == rightPaired ? Character.compare(ofLeft, ofRight) : leftPaired ? 1 : -1;
    }
}
