package io.recount.clickhouse.sink;

import java.io.Serializable;

/**
 * How large a block may be. A single row that is larger still makes a block of its own.
 *
 * @param rows most rows
 * @param rowBytes most bytes of rows before compression; bounds what a writer holds for one partition
 * @param compressedBytes most bytes of a compressed block
 */
record BlockLimits(int rows, long rowBytes, int compressedBytes) implements Serializable {

    public static final BlockLimits DEFAULT = new BlockLimits(100_000, 64L << 20, 8 << 20);

    public BlockLimits {
        if (rows < 1 || rowBytes < 1 || compressedBytes < 1) {
            throw new IllegalArgumentException("Limits of a block are at least 1: rows " + rows + ", bytes of rows "
                    + rowBytes + ", compressed bytes " + compressedBytes);
        }
    }
}
