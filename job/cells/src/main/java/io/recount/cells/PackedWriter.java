package io.recount.cells;

import java.io.DataOutput;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Appends variable-length numbers (LEB128, zigzag when signed) and texts to a growing array. Not thread-safe. */
public final class PackedWriter {

    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

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
        ensure(Long.BYTES);
        EIGHT.set(bytes, length, value);
        length += Long.BYTES;
    }

    /** The lowest {@code width} bytes. */
    public void fixed(long value, int width) {
        ensure(width);
        for (int i = 0; i < width; i++) {
            bytes[length++] = (byte) (value >>> (8 * i));
        }
    }

    /** Writes zeros, of which bits may be set later; returns where they begin. */
    int zeros(int count) {
        ensure(count);
        Arrays.fill(bytes, length, length + count, (byte) 0);
        length += count;
        return length - count;
    }

    /** Sets a bit of the bytes that begin at a position. */
    void set(int from, int bit) {
        bytes[from + (bit >> 3)] |= (byte) (1 << (bit & 7));
    }

    public void text(String value) {
        if (!shortAscii(value)) {
            anyText(value);
        }
    }

    /** Most texts are short and ASCII: their length and bytes are known without encoding them first. */
    private boolean shortAscii(String value) {
        int chars = value.length();
        if (chars > 0x7F) {
            return false;
        }
        ensure(1 + chars);
        int at = length + 1;
        for (int i = 0; i < chars; i++) {
            char next = value.charAt(i);
            if (next > 0x7F) {
                return false;
            }
            bytes[at++] = (byte) next;
        }
        bytes[length] = (byte) chars;
        length = at;
        return true;
    }

    private void anyText(String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        unsigned(utf8.length);
        ensure(utf8.length);
        System.arraycopy(utf8, 0, bytes, length, utf8.length);
        length += utf8.length;
    }

    /** Bytes, with their number in front. */
    public void bytes(byte[] value) {
        unsigned(value.length);
        ensure(value.length);
        System.arraycopy(value, 0, bytes, length, value.length);
        length += value.length;
    }

    /** What another one holds, with its length in front. */
    public void part(PackedWriter other) {
        unsigned(other.length);
        ensure(other.length);
        System.arraycopy(other.bytes, 0, bytes, length, other.length);
        length += other.length;
    }

    /** Bytes written so far. */
    public int length() {
        return length;
    }

    /** Begins anew in the same array. */
    public void reset() {
        length = 0;
    }

    public void writeTo(DataOutput out) throws IOException {
        out.write(bytes, 0, length);
    }

    /** Copies what was written into an array that has room for it. */
    public void copyTo(byte[] target, int at) {
        System.arraycopy(bytes, 0, target, at, length);
    }

    public byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }
}
