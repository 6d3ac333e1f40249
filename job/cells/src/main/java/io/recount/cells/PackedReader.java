package io.recount.cells;

import java.nio.charset.StandardCharsets;

/** Reads what {@link PackedWriter} wrote, in the same order. */
public final class PackedReader {

    private byte[] bytes;
    private int at;
    private int end;

    public PackedReader(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    /** Reads a part of an array. */
    public PackedReader(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        this.at = from;
        this.end = to;
    }

    /** Goes on with other bytes. */
    public void reset(byte[] others, int from, int to) {
        bytes = others;
        at = from;
        end = to;
    }

    /** Bytes that are left. */
    public int left() {
        return end - at;
    }

    public boolean hasMore() {
        return at < end;
    }

    /** Where the next value begins in the array. */
    public int position() {
        return at;
    }

    public long unsigned() {
        long value = 0;
        int shift = 0;
        byte next;
        do {
            next = bytes[at++];
            value |= (next & 0x7FL) << shift;
            shift += 7;
        } while (next < 0);
        return value;
    }

    public long signed() {
        long value = unsigned();
        return (value >>> 1) ^ -(value & 1);
    }

    public long fixed64() {
        return fixed(Long.BYTES);
    }

    /** Unsigned, of {@code width} bytes. */
    public long fixed(int width) {
        long value = 0;
        for (int i = 0; i < width; i++) {
            value |= (bytes[at++] & 0xFFL) << (8 * i);
        }
        return value;
    }

    /** Passes over some bytes; returns where they begin. */
    int skip(int count) {
        int from = at;
        at += count;
        return from;
    }

    /** A bit of the bytes that begin at a position. */
    boolean isSet(int from, int bit) {
        return (bytes[from + (bit >> 3)] & 1 << (bit & 7)) != 0;
    }

    public String text() {
        int length = (int) unsigned();
        String value = new String(bytes, at, length, StandardCharsets.UTF_8);
        at += length;
        return value;
    }
}
