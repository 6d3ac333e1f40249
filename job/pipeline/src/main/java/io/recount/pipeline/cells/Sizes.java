package io.recount.pipeline.cells;

import java.io.Serializable;

/**
 * How much the stage takes on at once. No number depends on it.
 *
 * @param batch deliveries that are folded together: at full speed about what comes between two watermarks, so that a register
 *     has several among them
 * @param group documents of one register between which the heap is not looked after
 * @param waiting those that wait until something is read back for all of them
 */
public record Sizes(int batch, int group, int waiting) implements Serializable {

    static final Sizes SHIPPED = new Sizes(16_384, 64, 1_000);

    /** Of deliveries with more texts than usual, batch and waiting room take less; see {@code FieldValues.textBytes}. */
    static final long MOST_TEXT_BYTES = 32 << 20;
}
