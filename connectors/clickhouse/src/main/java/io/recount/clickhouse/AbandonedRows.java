package io.recount.clickhouse;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds published rows that a job's history does not contain: of runs that were abandoned by going back to an older
 * savepoint, of another job restored from the same one, of one that went on writing after its successor had started.
 *
 * <p>A row is part of the history if its timeline is the job's own, or that of an ancestor and the row's epoch lies before
 * the checkpoint at which the ancestor was left. A key is abandoned if its newest row, the one that readers see, is not
 * part of the history; whoever owns the key's value publishes it again, and the new row outranks all of them.
 *
 * <p>Tables need the columns {@code version} and {@code epoch}, see {@link RowVersion}; an index on both keeps the search
 * away from rows of the history. Safe for one thread.
 */
public final class AbandonedRows {

    private final ClickHouseClient client;
    private final String condition;

    /** Of the job that {@code timeline} is the submission of, and that descends from {@code lineage}. */
    public AbandonedRows(ClickHouseClient client, long timeline, Lineage lineage) {
        this.client = client;
        this.condition = condition(timeline, lineage);
    }

    /**
     * The abandoned keys of a table.
     *
     * @param table the table's name
     * @param key names of its key columns
     * @param shown what to read of a key: expressions over its columns
     * @param among a condition for the keys that are looked for; 1 for all
     */
    public RowReader keys(String table, List<String> key, List<String> shown, String among) throws ClickHouseFailure {
        String names = String.join(", ", key);
        return client.read(
                "SELECT " + String.join(", ", shown) + " FROM " + table + " WHERE " + among + " AND (" + names
                        + ") IN (SELECT "
                        + names + " FROM " + table + " WHERE " + among + " AND " + condition + ") GROUP BY " + names
                        + " HAVING maxIf(version, "
                        + condition + ") >= max(version)");
    }

    /** Ranges of version and epoch, so that an index can tell which rows to leave out. */
    static String condition(long timeline, Lineage lineage) {
        List<String> ranges = new ArrayList<>();
        long next = 0;
        for (Ancestor ancestor : lineage.ancestors()) {
            ranges.add(between(next, ancestor.timeline()));
            ranges.add(between(ancestor.timeline(), ancestor.timeline() + 1) + " AND epoch >= "
                    + Long.toUnsignedString(ancestor.checkpoint()));
            next = ancestor.timeline() + 1;
        }
        ranges.add(between(next, timeline));
        ranges.add("version >= " + Long.toUnsignedString(RowVersion.leastOf(timeline + 1)));
        return "(" + String.join(" OR ", ranges) + ")";
    }

    /** Versions of the timelines from one to before another. */
    private static String between(long from, long to) {
        return "version >= " + Long.toUnsignedString(RowVersion.leastOf(from)) + " AND version < "
                + Long.toUnsignedString(RowVersion.leastOf(to));
    }
}
