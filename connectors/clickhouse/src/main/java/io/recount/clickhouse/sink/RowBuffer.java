package io.recount.clickhouse.sink;

import io.recount.clickhouse.Phase;
import io.recount.clickhouse.TableRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Rows of one partition of one table that have not become a block yet.
 *
 * <p>Of rows that wait for their commit only the greatest version of each key is kept; at equal versions the later one.
 * Rows that are written at once are kept all: they are a log.
 */
final class RowBuffer {

    private final boolean coalescing;
    private final List<TableRow> rows = new ArrayList<>();
    private final Map<Key, Integer> places = new HashMap<>();
    private long bytes;

    RowBuffer(Phase phase) {
        this.coalescing = phase == Phase.ON_COMMIT;
    }

    void add(TableRow row) {
        if (coalescing) {
            Integer place = places.putIfAbsent(new Key(row.row(), row.keyLength()), rows.size());
            if (place != null) {
                TableRow held = rows.get(place);
                if (row.version() >= held.version()) {
                    rows.set(place, row);
                    bytes += row.row().length - held.row().length;
                }
                return;
            }
        }
        rows.add(row);
        bytes += row.row().length;
    }

    boolean isFull(BlockLimits limits) {
        return rows.size() >= limits.rows() || bytes >= limits.rowBytes();
    }

    int size() {
        return rows.size();
    }

    /** The rows, in the order in which their keys came first. */
    List<byte[]> rows() {
        return rows.stream().map(TableRow::row).toList();
    }

    /** The leading bytes of a row. */
    private static final class Key {
        private final byte[] row;
        private final int length;
        private final int hash;

        Key(byte[] row, int length) {
            this.row = row;
            this.length = length;
            int h = 1;
            for (int i = 0; i < length; i++) {
                h = 31 * h + row[i];
            }
            hash = h;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key that && Arrays.equals(row, 0, length, that.row, 0, that.length);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }
}
