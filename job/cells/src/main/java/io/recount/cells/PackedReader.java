package io.recount.cells;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads what {@link PackedWriter} wrote, in the same order. */
public final class PackedReader {

    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] bytes;
    private int at;
    private int end;
    private final @Nullable TextCache known;

    public PackedReader(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    /** Reads a part of an array. */
    public PackedReader(byte[] bytes, int from, int to) {
        this(bytes, from, to, null);
    }

    /** Takes texts that were read lately from {@code known}. */
    public PackedReader(byte[] bytes, TextCache known) {
        this(bytes, 0, bytes.length, known);
    }

    private PackedReader(byte[] bytes, int from, int to, @Nullable TextCache known) {
        this.bytes = bytes;
        this.at = from;
        this.end = to;
        this.known = known;
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
        long value = (long) EIGHT.get(bytes, at);
        at += Long.BYTES;
        return value;
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

    /** A reader of the part that {@link PackedWriter#part} wrote; this one goes on behind it. */
    public PackedReader part() {
        int length = (int) unsigned();
        int from = skip(length);
        return new PackedReader(bytes, from, from + length, known);
    }

    /** The byte at a position. */
    byte at(int position) {
        return bytes[position];
    }

    /** A copy of what {@link PackedWriter#bytes} wrote. */
    public byte[] bytes() {
        int length = (int) unsigned();
        int from = skip(length);
        return Arrays.copyOfRange(bytes, from, from + length);
    }

    public String text() {
        int length = (int) unsigned();
        String value = text(length);
        at += length;
        return value;
    }

    private String text(int length) {
        TextCache cache = known;
        if (cache == null) {
            return new String(bytes, at, length, StandardCharsets.UTF_8);
        }
        String text = cache.findAscii(bytes, at, length);
        if (text == null) {
            text = new String(bytes, at, length, StandardCharsets.UTF_8);
            cache.keep(text);
        }
        return text;
    }
}
