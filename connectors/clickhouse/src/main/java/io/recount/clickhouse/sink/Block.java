package io.recount.clickhouse.sink;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import net.jpountz.lz4.LZ4FrameInputStream;

/**
 * Rows of one table, shard and partition, encoded and compressed once, from the barrier to the commit.
 *
 * @param table the table's name
 * @param shard where it goes, from 0; 0 until the writer says
 * @param partition what the rows' partition was told to be
 * @param ordinal the block's place in its checkpoint; 0 until the aggregator numbers it
 * @param rows how many rows it holds
 * @param digest hash of the rows
 * @param content the rows: {@code Native} in an LZ4 frame; never changed
 */
@SuppressWarnings("ArrayRecordComponent") // megabytes that nobody changes
record Block(String table, int shard, int partition, int ordinal, int rows, byte[] digest, byte[] content)
        implements WriteResult, Committable {

    Block on(int itsShard) {
        return new Block(table, itsShard, partition, ordinal, rows, digest, content);
    }

    Block numbered(int place) {
        return new Block(table, shard, partition, place, rows, digest, content);
    }

    /** The rows as {@code Native}. */
    byte[] uncompressed() {
        try (LZ4FrameInputStream in = new LZ4FrameInputStream(new ByteArrayInputStream(content))) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(this + " is no LZ4 frame; it was not written by this sink", e);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Block that
                && table.equals(that.table)
                && shard == that.shard
                && partition == that.partition
                && ordinal == that.ordinal
                && rows == that.rows
                && Arrays.equals(digest, that.digest)
                && Arrays.equals(content, that.content);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * table.hashCode() + partition) + Arrays.hashCode(digest);
    }

    @Override
    public String toString() {
        return "Block[table=" + table + ", shard=" + (shard + 1) + ", partition=" + partition + ", ordinal=" + ordinal
                + ", rows=" + rows + ", compressedBytes=" + content.length + "]";
    }
}
