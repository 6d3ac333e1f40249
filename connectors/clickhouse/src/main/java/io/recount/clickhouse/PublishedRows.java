package io.recount.clickhouse;

import java.util.List;

/**
 * The published rows that readers see: of each key the newest. Tables need the column {@code version}, see
 * {@link RowVersion}.
 *
 * <p>Each request is made once. Safe for one thread.
 */
public final class PublishedRows {

    /** A merge keeps one of those that have one version, and it is not said which. */
    private static final int MOST_OF_A_KEY = 8;

    private final ClickHouseClient client;

    public PublishedRows(ClickHouseClient client) {
        this.client = client;
    }

    /**
     * The newest rows of every key that has one; several, in any order, if their versions are equal, and some that are older.
     *
     * @param table the table's name
     * @param key names of its key columns
     * @param shown what to read of a row: expressions over its columns; behind them comes the row's version, all 64 bits
     * @param condition which keys
     */
    public RowReader newest(String table, List<String> key, List<String> shown, String condition)
            throws ClickHouseFailure {
        String names = String.join(", ", key);
        return client.read(
                "SELECT " + String.join(", ", shown) + ", reinterpretAsInt64(version) FROM " + table + " WHERE "
                        + condition + " ORDER BY " + names + ", version DESC LIMIT " + MOST_OF_A_KEY + " BY " + names);
    }

    /**
     * Removes rows, and returns once no reader sees them: for rows of versions that no job has, and that none could outrank.
     *
     * @param condition which rows
     */
    public void erase(String table, String condition) throws ClickHouseFailure, InterruptedException {
        client.execute("ALTER TABLE " + table + " DELETE WHERE " + condition + " SETTINGS mutations_sync = 2");
    }
}
