package io.recount.cells;

import java.nio.charset.StandardCharsets;

/** Reads what {@link PackedWriter} wrote, in the same order. */
public final class PackedReader {

    private final byte[] bytes;
    private final int end;
    private int at;

    public PackedReader(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    /** Reads the part of an array before {@code end}. */
    public PackedReader(byte[] bytes, int start, int end) {
        this.bytes = bytes;
        this.at = start;
        this.end = end;
    }

    public boolean hasMore() {
        return at < end;
    }

    /** Where the next value begins. */
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
        long value = 0;
        for (int shift = 0; shift < 64; shift += 8) {
            value |= (bytes[at++] & 0xFFL) << shift;
        }
        return value;
    }

    public String text() {
        int length = (int) unsigned();
        String value = new String(bytes, at, length, StandardCharsets.UTF_8);
        at += length;
        return value;
    }
}
