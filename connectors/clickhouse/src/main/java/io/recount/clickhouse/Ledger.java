package io.recount.clickhouse;

import com.clickhouse.client.api.query.GenericRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the ledger: the table {@value #TABLE}, one row per start of a job and one per committed checkpoint that says
 * something new.
 *
 * <p>Rows are ordered by timeline, then checkpoint; of one checkpoint a commit is newer than a start. The newest row of a
 * commit tells what is published now, and where a job without state goes on.
 */
public final class Ledger {

    /** The ledger's table. */
    public static final String TABLE = "commits";

    /** No alias is the name of a column: ORDER BY and WHERE would take the alias. */
    private static final String ROW = """
            SELECT toInt64(timeline) AS timeline_number, toInt64(checkpoint) AS checkpoint_number,
              toString(kind) AS kind_name, submission,
              toUnixTimestamp64Milli(committed_at) AS written_millis,
              toUnixTimestamp64Milli(watermark) AS watermark_millis,
              CAST(ancestors.timeline, 'Array(Int64)') AS ancestor_timelines,
              CAST(ancestors.checkpoint, 'Array(Int64)') AS ancestor_checkpoints,
              CAST(cuts.timeline, 'Array(Int64)') AS cut_timelines,
              CAST(cuts.topic, 'Array(String)') AS cut_topics,
              CAST(cuts.partition, 'Array(Int64)') AS cut_partitions,
              CAST(cuts.next_offset, 'Array(Int64)') AS cut_offsets,
              CAST(positions.topic, 'Array(String)') AS position_topics,
              CAST(positions.partition, 'Array(Int64)') AS position_partitions,
              CAST(positions.next_offset, 'Array(Int64)') AS position_offsets,
              CAST(mapKeys(counters), 'Array(String)') AS counter_names,
              CAST(mapValues(counters), 'Array(Int64)') AS counter_values,
              CAST(shard_weights, 'Array(Int64)') AS weights_of_shards
            FROM commits %s ORDER BY timeline DESC, checkpoint DESC, kind DESC LIMIT 1""";

    /** What a row was written for. */
    public enum Kind {
        /** A job began, or began again; nothing was committed. */
        START,
        /** A checkpoint was committed. */
        COMMIT
    }

    /**
     * One row.
     *
     * @param submission the submission of the job that minted the timeline
     * @param writtenAt when the row was written, by the server's clock
     * @param shardWeights by which the submission routed its rows
     */
    public record Entry(Kind kind, String submission, Instant writtenAt, Seal seal, List<Integer> shardWeights) {
        public Entry {
            shardWeights = List.copyOf(shardWeights);
        }
    }

    private final ClickHouseClient client;

    public Ledger(ClickHouseClient client) {
        this.client = client;
    }

    /** The row of the greatest timeline and checkpoint, whatever its kind; nothing if no job has started yet. */
    public Optional<Entry> newest() throws ClickHouseFailure, InterruptedException {
        return read("");
    }

    /**
     * What is published: the newest row of a commit. A start row does not do: the checkpoint that it was restored from may
     * not have been committed yet.
     */
    public Optional<Entry> newestCommit() throws ClickHouseFailure, InterruptedException {
        return read("WHERE kind = 'commit'");
    }

    /** The greatest timeline that has started; 0 if none has. */
    public long newestTimeline() throws ClickHouseFailure, InterruptedException {
        return Long.parseLong(
                client.text("SELECT toInt64(max(timeline)) FROM " + TABLE).strip());
    }

    /** What the job called itself that took a committed checkpoint; empty if the ledger does not have it. */
    public String jobOf(Seal committed) throws ClickHouseFailure, InterruptedException {
        return client.text("SELECT job FROM " + TABLE + " WHERE kind = 'commit' AND timeline = " + committed.timeline()
                        + " AND checkpoint = " + committed.checkpoint() + " LIMIT 1")
                .strip();
    }

    /** What the job called itself that wrote the newest row; empty if there is none. */
    public String newestJob() throws ClickHouseFailure, InterruptedException {
        return client.text("SELECT job FROM " + TABLE + " ORDER BY timeline DESC, checkpoint DESC, kind DESC LIMIT 1")
                .strip();
    }

    /** The newest row of a submission, whatever its kind; nothing if it has not started. */
    public Optional<Entry> newestOf(long timeline) throws ClickHouseFailure, InterruptedException {
        return read("WHERE timeline = " + timeline);
    }

    private Optional<Entry> read(String which) throws ClickHouseFailure, InterruptedException {
        return client.rows(ROW.formatted(which)).stream().findFirst().map(Ledger::entry);
    }

    private static Entry entry(GenericRecord row) {
        List<Position> positions = positions(
                row.getStringArray("position_topics"),
                row.getLongArray("position_partitions"),
                row.getLongArray("position_offsets"));
        long watermark = row.getLong("watermark_millis");
        Seal seal = new Seal(
                row.getLong("timeline_number"),
                row.getLong("checkpoint_number"),
                lineage(row),
                positions,
                watermark == 0 ? Progress.NO_WATERMARK : watermark,
                counters(row));
        Kind kind = row.getString("kind_name").equals("start") ? Kind.START : Kind.COMMIT;
        List<Integer> weights = Arrays.stream(row.getLongArray("weights_of_shards"))
                .mapToObj(Math::toIntExact)
                .toList();
        return new Entry(
                kind, row.getString("submission"), Instant.ofEpochMilli(row.getLong("written_millis")), seal, weights);
    }

    private static Lineage lineage(GenericRecord row) {
        long[] timelines = row.getLongArray("ancestor_timelines");
        long[] checkpoints = row.getLongArray("ancestor_checkpoints");
        long[] cutTimelines = row.getLongArray("cut_timelines");
        List<Position> cuts = positions(
                row.getStringArray("cut_topics"), row.getLongArray("cut_partitions"), row.getLongArray("cut_offsets"));
        List<Ancestor> ancestors = new ArrayList<>();
        for (int i = 0; i < timelines.length; i++) {
            List<Position> own = new ArrayList<>();
            for (int j = 0; j < cutTimelines.length; j++) {
                if (cutTimelines[j] == timelines[i]) {
                    own.add(cuts.get(j));
                }
            }
            ancestors.add(new Ancestor(timelines[i], checkpoints[i], own));
        }
        return new Lineage(ancestors);
    }

    private static List<Position> positions(String[] topics, long[] partitions, long[] offsets) {
        List<Position> positions = new ArrayList<>();
        for (int i = 0; i < topics.length; i++) {
            positions.add(new Position(topics[i], Math.toIntExact(partitions[i]), offsets[i]));
        }
        return positions;
    }

    private static Map<String, Long> counters(GenericRecord row) {
        List<String> names = Arrays.asList(row.getStringArray("counter_names"));
        long[] values = row.getLongArray("counter_values");
        Map<String, Long> counters = new HashMap<>();
        for (int i = 0; i < values.length; i++) {
            counters.put(names.get(i), values[i]);
        }
        return counters;
    }
}
