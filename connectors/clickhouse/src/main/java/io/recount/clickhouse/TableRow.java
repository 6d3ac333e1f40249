package io.recount.clickhouse;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;

/**
 * One row of one table.
 *
 * <p>The bytes are never changed after construction, neither by the sink nor by the caller: rows are passed on without a
 * copy.
 *
 * @param table index into the sink's tables
 * @param shardHash decides the row's shard, see {@link ClickHouseCluster#shardOf}; equal for equal keys
 * @param partition any number that is equal for two rows of a table exactly when the server puts them into one partition
 * @param version the row's version; of two rows with one key in one checkpoint the greater is written
 * @param keyLength how many leading bytes of {@code row} are the key
 * @param row RowBinary of the table's columns in their order, see {@link RowWriter}
 */
@SuppressWarnings("ArrayRecordComponent") // copying would double the cost of every row
public record TableRow(int table, long shardHash, int partition, long version, int keyLength, byte[] row)
        implements SinkElement {

    public TableRow {
        requireNonNull(row, "row");
        if (keyLength < 0 || keyLength > row.length) {
            throw new IllegalArgumentException("A row of table " + table + " has " + row.length + " bytes and a key of "
                    + keyLength + "; the key is a prefix of the row: put the key columns first");
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TableRow that
                && table == that.table
                && shardHash == that.shardHash
                && partition == that.partition
                && version == that.version
                && keyLength == that.keyLength
                && Arrays.equals(row, that.row);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * (31 * table + partition) + Long.hashCode(version)) + Arrays.hashCode(row);
    }

    @Override
    public String toString() {
        return "TableRow[table=" + table + ", partition=" + partition + ", version=" + version + ", bytes=" + row.length
                + "]";
    }
}
