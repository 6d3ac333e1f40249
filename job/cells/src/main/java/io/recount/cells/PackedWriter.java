package io.recount.cells;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Appends variable-length numbers (LEB128, zigzag when signed) and texts to a growing array. */
public final class PackedWriter {

    private byte[] bytes = new byte[128];
    private int length;

    private void ensure(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }

    public void unsigned(long value) {
        ensure(10);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[length++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[length++] = (byte) rest;
    }

    public void signed(long value) {
        unsigned((value << 1) ^ (value >> 63));
    }

    /** Eight bytes: for hashes, which do not shrink. */
    public void fixed64(long value) {
        ensure(8);
        for (int shift = 0; shift < 64; shift += 8) {
            bytes[length++] = (byte) (value >>> shift);
        }
    }

    public void text(String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        unsigned(utf8.length);
        ensure(utf8.length);
        System.arraycopy(utf8, 0, bytes, length, utf8.length);
        length += utf8.length;
    }

    public byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }
}
