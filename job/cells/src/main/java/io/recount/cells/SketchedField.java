package io.recount.cells;

import io.recount.cells.model.Measure;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import net.jpountz.xxhash.XXHash64;
import net.jpountz.xxhash.XXHashFactory;

/**
 * The field that a sketch is of, and what stands for its values. Hashes are xxHash64 with seed 0, so that the server has
 * them too: of a text's UTF-8, of a number's eight bytes, the lowest first.
 *
 * @param slot a number's or a text's
 */
record SketchedField(Layout.Slot slot) implements Serializable {

    private static final XXHash64 XXHASH = XXHashFactory.fastestJavaInstance().hash64();

    /** What is left of a hash in a checksum: so many documents of one cell or shift as 23 bits count fit 64. */
    private static final int CHECKSUM_SHIFT = 24;

    static SketchedField of(Measure measure, Layout layout) {
        return new SketchedField(layout.slot(Objects.requireNonNull(measure.of(), measure.name())));
    }

    /** A number as it is, a text's hash. */
    long value(FieldValues values) {
        return slot.store() == Layout.Store.TEXT ? hash(values) : values.number(slot.index());
    }

    /** All 64 bits. */
    long hash(FieldValues values) {
        byte[] bytes = slot.store() == Layout.Store.TEXT
                ? Objects.requireNonNull(values.text(slot.index())).getBytes(StandardCharsets.UTF_8)
                : bytes(values.number(slot.index()));
        return XXHASH.hash(bytes, 0, bytes.length, 0);
    }

    /** Of all documents together they tell whether a value has come, gone or changed; 40 bits, not negative. */
    long checksum(FieldValues values) {
        return hash(values) >>> CHECKSUM_SHIFT;
    }

    private static byte[] bytes(long number) {
        byte[] bytes = new byte[Long.BYTES];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (number >>> (8 * i));
        }
        return bytes;
    }
}
