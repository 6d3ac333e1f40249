package io.recount.pipeline.tables;

import io.recount.clickhouse.Phase;
import io.recount.clickhouse.RowVersion;
import io.recount.clickhouse.RowWriter;
import io.recount.clickhouse.SinkTable;
import io.recount.clickhouse.TableRow;
import io.recount.pipeline.types.RequestStatus;
import java.util.List;

/**
 * What became of requests to compute cells again: {@code invalidation_requests} has the newest row of each, and
 * {@code invalidation_counts} what every subtask did for it between two barriers. The view {@code invalidations} has both
 * in one. All on the first shard.
 */
public final class RequestTables {

    public static final String REQUESTS = "invalidation_requests";
    public static final String COUNTS = "invalidation_counts";

    static final int REQUESTS_INDEX = 4;
    static final int COUNTS_INDEX = 5;

    /** The hash of the first slot. */
    private static final long FIRST_SHARD = 0;

    private final RowWriter row = new RowWriter();

    /** Of the table of requests. */
    public static List<TableColumn> requestColumns() {
        return List.of(
                new TableColumn("id", "String", "", "Of the request"),
                new TableColumn(
                        "state",
                        "Enum8('waiting' = 1, 'running' = 2, 'paused' = 3, 'done' = 4, 'cancelled' = 5, 'refused' = 6)",
                        "",
                        "done: what was wrong is published right, from this row's checkpoint on"),
                new TableColumn("topic", "LowCardinality(String)", "", "Kafka topic of the request, @ and its id"),
                new TableColumn("partition", "UInt32", "", "Kafka partition"),
                new TableColumn("offset", "UInt64", "", "Kafka offset"),
                new TableColumn("requested_at", "DateTime64(3, 'UTC')", "", "Kafka timestamp"),
                new TableColumn("registers", "Array(String)", "", "Keys whose cells are computed again; none: all"),
                new TableColumn("from_time", "DateTime('UTC')", "", "The first bucket may begin here"),
                new TableColumn("to_time", "DateTime('UTC')", "", "No bucket begins here or later"),
                new TableColumn("reason", "String", "", "Why"),
                new TableColumn("rate", "UInt64", "", "Documents a second"),
                new TableColumn("message", "String", "", "Why it was refused"),
                new TableColumn("documents", "UInt64", "", "Rows of documents in the range when it began"),
                new TableColumn("expanded", "UInt64", "", "Those of them that were computed"),
                new TableColumn("pages", "UInt64", "", "Shifts (of models without shifts: days) that were computed"),
                new TableColumn("cursor_shard", "UInt32", "", "Where it goes on"),
                new TableColumn("cursor_register", "String", "", ""),
                new TableColumn("cursor_page", "Int64", "", ""),
                new TableColumn("updated_at", "DateTime64(3, 'UTC')", "", "By the clock of the job"),
                new TableColumn("version", "UInt64", "", "The greatest of an id is valid"),
                new TableColumn("epoch", "UInt64", "", "Last checkpoint barrier passed before the row"));
    }

    /** Of the table of counts. */
    public static List<TableColumn> countColumns() {
        return List.of(
                new TableColumn("id", "String", "", "Of the request"),
                new TableColumn("timeline", "UInt64", "", "Submission of the job"),
                new TableColumn("checkpoint", "UInt64", "", "The checkpoint in front of which it was done"),
                new TableColumn("subtask", "UInt32", "", "Of the job's stage"),
                new TableColumn("compared", "UInt64", "", "Values computed and compared with what is published"),
                new TableColumn("changed", "UInt64", "", "Those of them that were published again"));
    }

    static List<SinkTable> sinkTables() {
        return List.of(sinkTable(REQUESTS, requestColumns()), sinkTable(COUNTS, countColumns()));
    }

    private static SinkTable sinkTable(String name, List<TableColumn> columns) {
        return new SinkTable(
                name, Phase.ON_COMMIT, columns.stream().map(TableColumn::column).toList());
    }

    public TableRow row(RequestStatus status, long updatedMillis, RowVersion version) {
        row.reset();
        row.string(status.id());
        int keyLength = row.position();
        row.int8(status.state().code())
                .string(status.log())
                .uint32(status.partition())
                .uint64(status.offset())
                .dateTime64(status.requestedMillis());
        row.size(status.registers().size());
        status.registers().forEach(row::string);
        row.dateTime(status.fromSeconds())
                .dateTime(status.toSeconds())
                .string(status.reason())
                .uint64(status.rate())
                .string(status.message())
                .uint64(status.documents())
                .uint64(status.expanded())
                .uint64(status.pages())
                .uint32(status.cursor().shard())
                .string(status.cursor().register())
                .int64(status.cursor().page())
                .dateTime64(updatedMillis)
                .uint64(version.version())
                .uint64(version.epoch());
        return new TableRow(REQUESTS_INDEX, FIRST_SHARD, 0, version.version(), keyLength, row.toRow());
    }

    public TableRow row(String id, long timeline, long checkpoint, int subtask, long compared, long changed) {
        row.reset();
        row.string(id).uint64(timeline).uint64(checkpoint).uint32(subtask);
        int keyLength = row.position();
        row.uint64(compared).uint64(changed);
        return new TableRow(COUNTS_INDEX, FIRST_SHARD, 0, 0, keyLength, row.toRow());
    }
}
