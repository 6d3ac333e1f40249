package io.recount.clickhouse;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes one row as RowBinary, column after column, into a buffer that is used again for the next row.
 *
 * <p>It does not know the columns: whoever writes a type that the column does not have makes rows the sink cannot read.
 * Numbers outside a type's range are refused, for an unsigned type as for a signed one. Not safe for several threads.
 */
public final class RowWriter {

    private static final int INITIAL_BYTES = 256;
    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] bytes = new byte[INITIAL_BYTES];
    private int position;

    public RowWriter int8(int value) {
        return fixed(checked(value, Byte.MIN_VALUE, Byte.MAX_VALUE, "Int8"), 1);
    }

    public RowWriter int16(int value) {
        return fixed(checked(value, Short.MIN_VALUE, Short.MAX_VALUE, "Int16"), 2);
    }

    public RowWriter int32(int value) {
        return fixed(value, 4);
    }

    public RowWriter int64(long value) {
        return eight(value);
    }

    public RowWriter uint8(int value) {
        return fixed(checked(value, 0, 0xFF, "UInt8"), 1);
    }

    public RowWriter uint16(int value) {
        return fixed(checked(value, 0, 0xFFFF, "UInt16"), 2);
    }

    public RowWriter uint32(long value) {
        return fixed(checked(value, 0, 0xFFFF_FFFFL, "UInt32"), 4);
    }

    /** All 64 bits as they are: a negative number stands for one beyond 2^63. */
    public RowWriter uint64(long bits) {
        return eight(bits);
    }

    public RowWriter float64(double value) {
        return eight(Double.doubleToRawLongBits(value));
    }

    public RowWriter date(int daysSinceEpoch) {
        return fixed(checked(daysSinceEpoch, 0, 0xFFFF, "Date"), 2);
    }

    public RowWriter dateTime(long secondsSinceEpoch) {
        return fixed(checked(secondsSinceEpoch, 0, 0xFFFF_FFFFL, "DateTime"), 4);
    }

    /** Ticks since the epoch in the column's own scale: milliseconds for {@code DateTime64(3)}. */
    public RowWriter dateTime64(long ticksSinceEpoch) {
        return eight(ticksSinceEpoch);
    }

    /** A value of type String. */
    public RowWriter string(String value) {
        return shortAscii(value) ? this : string(value.getBytes(StandardCharsets.UTF_8));
    }

    /** Most values are short and ASCII: their length and bytes are known without encoding them first. */
    private boolean shortAscii(String value) {
        int chars = value.length();
        if (chars > 0x7F) {
            return false;
        }
        reserve(1 + chars);
        int at = position + 1;
        for (int i = 0; i < chars; i++) {
            char next = value.charAt(i);
            if (next > 0x7F) {
                return false;
            }
            bytes[at++] = (byte) next;
        }
        bytes[position] = (byte) chars;
        position = at;
        return true;
    }

    /** A value of type String, from its bytes. */
    public RowWriter string(byte[] value) {
        return varint(value.length).bytes(value);
    }

    /** Bytes as they are, without a length: a value of type FixedString. */
    public RowWriter bytes(byte[] value) {
        reserve(value.length);
        System.arraycopy(value, 0, bytes, position, value.length);
        position += value.length;
        return this;
    }

    public RowWriter varint(long value) {
        reserve(10);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[position++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[position++] = (byte) rest;
        return this;
    }

    /** In place of a value of a Nullable column. */
    public RowWriter nullValue() {
        return fixed(1, 1);
    }

    /** In front of a value of a Nullable column. */
    public RowWriter present() {
        return fixed(0, 1);
    }

    /** In front of the elements of an Array, or of the pairs (key, then value) of a Map. */
    public RowWriter size(int elements) {
        return varint(checked(elements, 0, Integer.MAX_VALUE, "size"));
    }

    /** Bytes written since the last {@link #reset()}; after the key columns it is the key's length. */
    public int position() {
        return position;
    }

    /** A copy of what was written since the last {@link #reset()}. */
    public byte[] toRow() {
        return Arrays.copyOf(bytes, position);
    }

    /** Begins the next row. */
    public void reset() {
        position = 0;
    }

    private RowWriter eight(long value) {
        reserve(Long.BYTES);
        EIGHT.set(bytes, position, value);
        position += Long.BYTES;
        return this;
    }

    private RowWriter fixed(long value, int width) {
        reserve(width);
        for (int i = 0; i < width; i++) {
            bytes[position++] = (byte) (value >>> (8 * i));
        }
        return this;
    }

    private static long checked(long value, long least, long greatest, String type) {
        if (value < least || value > greatest) {
            throw new IllegalArgumentException(type + " holds " + least + " to " + greatest + ", not " + value);
        }
        return value;
    }

    private void reserve(int more) {
        if (bytes.length - position < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, Math.addExact(position, more)));
        }
    }
}
