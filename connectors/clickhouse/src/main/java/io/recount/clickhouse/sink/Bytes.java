package io.recount.clickhouse.sink;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/** Bytes that are appended to and then written out once. */
final class Bytes {

    private byte[] bytes = new byte[64];
    private int size;

    void append(byte[] from, int at, int length) {
        reserve(length);
        System.arraycopy(from, at, bytes, size, length);
        size += length;
    }

    void appendZeros(int length) {
        reserve(length);
        Arrays.fill(bytes, size, size + length, (byte) 0);
        size += length;
    }

    void appendByte(int value) {
        reserve(1);
        bytes[size++] = (byte) value;
    }

    void appendLittleEndian(long value) {
        reserve(Long.BYTES);
        for (int i = 0; i < Long.BYTES; i++) {
            bytes[size++] = (byte) (value >>> (8 * i));
        }
    }

    static long littleEndian(byte[] from, int at) {
        long value = 0;
        for (int i = Long.BYTES - 1; i >= 0; i--) {
            value = value << 8 | (from[at + i] & 0xFF);
        }
        return value;
    }

    void appendVarint(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            appendByte((int) (rest | 0x80));
            rest >>>= 7;
        }
        appendByte((int) rest);
    }

    void writeTo(OutputStream out) throws IOException {
        out.write(bytes, 0, size);
    }

    private void reserve(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, Math.addExact(size, more)));
        }
    }
}
