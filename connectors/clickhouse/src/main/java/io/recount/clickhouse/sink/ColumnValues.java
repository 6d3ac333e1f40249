package io.recount.clickhouse.sink;

import java.io.IOException;
import java.io.OutputStream;

/**
 * The values of one column of a block, taken out of rows (RowBinary) one by one and written as the {@code Native} format
 * wants them.
 *
 * <p>A row that ends inside a value makes {@link #take} throw an {@link IndexOutOfBoundsException}; the block is then
 * of no use.
 */
sealed interface ColumnValues {

    /** Takes the value that begins at {@code at} and returns where the next one begins. */
    int take(byte[] row, int at);

    /** Takes the place of a null. */
    void takeDefault();

    /** Takes so many values of a column of another block, which begins at {@code at}, and returns where it ends. */
    int takeColumn(byte[] block, int at, int count);

    void writeTo(OutputStream out) throws IOException;

    /** One width, one after the other. */
    final class FixedValues implements ColumnValues {
        private final int width;
        private final Bytes values = new Bytes();

        FixedValues(int width) {
            this.width = width;
        }

        @Override
        public int take(byte[] row, int at) {
            values.append(row, at, width);
            return at + width;
        }

        @Override
        public void takeDefault() {
            values.appendZeros(width);
        }

        @Override
        public int takeColumn(byte[] block, int at, int count) {
            int length = Math.multiplyExact(count, width);
            values.append(block, at, length);
            return at + length;
        }

        @Override
        public void writeTo(OutputStream out) throws IOException {
            values.writeTo(out);
        }
    }

    /** Length and bytes, one after the other, as in the row. */
    final class TextValues implements ColumnValues {
        private final Bytes values = new Bytes();

        @Override
        public int take(byte[] row, int at) {
            Varint length = Varint.read(row, at);
            int end = Math.addExact(length.next(), length.value());
            values.append(row, at, end - at);
            return end;
        }

        @Override
        public void takeDefault() {
            values.appendByte(0);
        }

        @Override
        public int takeColumn(byte[] block, int at, int count) {
            int next = at;
            for (int i = 0; i < count; i++) {
                next = take(block, next);
            }
            return next;
        }

        @Override
        public void writeTo(OutputStream out) throws IOException {
            values.writeTo(out);
        }
    }

    /** All marks, then all values, a default where the mark says null. */
    final class NullableValues implements ColumnValues {
        private final Bytes marks = new Bytes();
        private final ColumnValues inner;

        NullableValues(ColumnValues inner) {
            this.inner = inner;
        }

        @Override
        public int take(byte[] row, int at) {
            marks.append(row, at, 1);
            if (row[at] == 0) {
                return inner.take(row, at + 1);
            }
            inner.takeDefault();
            return at + 1;
        }

        @Override
        public void takeDefault() {
            marks.appendByte(1);
            inner.takeDefault();
        }

        @Override
        public int takeColumn(byte[] block, int at, int count) {
            marks.append(block, at, count);
            return inner.takeColumn(block, at + count, count);
        }

        @Override
        public void writeTo(OutputStream out) throws IOException {
            marks.writeTo(out);
            inner.writeTo(out);
        }
    }

    /** Where each array ends, counted in elements, then all elements. */
    final class ArrayValues implements ColumnValues {
        private final Ends ends = new Ends();
        private final ColumnValues elements;

        ArrayValues(ColumnValues elements) {
            this.elements = elements;
        }

        @Override
        public int take(byte[] row, int at) {
            Varint size = Varint.read(row, at);
            int next = size.next();
            for (int i = 0; i < size.value(); i++) {
                next = elements.take(row, next);
            }
            ends.add(size.value());
            return next;
        }

        @Override
        public void takeDefault() {
            ends.add(0);
        }

        @Override
        public int takeColumn(byte[] block, int at, int count) {
            int taken = ends.takeColumn(block, at, count);
            return elements.takeColumn(block, at + count * Long.BYTES, taken);
        }

        @Override
        public void writeTo(OutputStream out) throws IOException {
            ends.writeTo(out);
            elements.writeTo(out);
        }
    }

    /** An array of pairs, keys and values apart. */
    final class MapValues implements ColumnValues {
        private final Ends ends = new Ends();
        private final ColumnValues keys;
        private final ColumnValues values;

        MapValues(ColumnValues keys, ColumnValues values) {
            this.keys = keys;
            this.values = values;
        }

        @Override
        public int take(byte[] row, int at) {
            Varint size = Varint.read(row, at);
            int next = size.next();
            for (int i = 0; i < size.value(); i++) {
                next = values.take(row, keys.take(row, next));
            }
            ends.add(size.value());
            return next;
        }

        @Override
        public void takeDefault() {
            ends.add(0);
        }

        @Override
        public int takeColumn(byte[] block, int at, int count) {
            int taken = ends.takeColumn(block, at, count);
            int next = keys.takeColumn(block, at + count * Long.BYTES, taken);
            return values.takeColumn(block, next, taken);
        }

        @Override
        public void writeTo(OutputStream out) throws IOException {
            ends.writeTo(out);
            keys.writeTo(out);
            values.writeTo(out);
        }
    }

    /** Where arrays end, counted in elements. */
    final class Ends {
        private final Bytes ends = new Bytes();
        private long taken;

        void add(long elements) {
            taken += elements;
            ends.appendLittleEndian(taken);
        }

        /** Takes so many ends of another block, and returns how many elements there are up to the last of them. */
        int takeColumn(byte[] block, int at, int count) {
            long before = 0;
            for (int i = 0; i < count; i++) {
                long end = Bytes.littleEndian(block, at + i * Long.BYTES);
                add(end - before);
                before = end;
            }
            return Math.toIntExact(before);
        }

        void writeTo(OutputStream out) throws IOException {
            ends.writeTo(out);
        }
    }

    /** A length or a size in a row. */
    record Varint(int value, int next) {
        static Varint read(byte[] row, int at) {
            long value = 0;
            int next = at;
            for (int shift = 0; ; shift += 7) {
                byte piece = row[next++];
                value |= (piece & 0x7FL) << shift;
                if (piece >= 0) {
                    break;
                }
                if (shift > 28) {
                    throw new IndexOutOfBoundsException("a length of more than 31 bits");
                }
            }
            if (value > Integer.MAX_VALUE) {
                throw new IndexOutOfBoundsException("a length of more than 31 bits");
            }
            return new Varint((int) value, next);
        }
    }
}
