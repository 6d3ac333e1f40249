package io.recount.pipeline;

import io.recount.clickhouse.Attempts;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.ClickHouseCluster.Shard;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.Retries;
import io.recount.clickhouse.RowReader;
import io.recount.clickhouse.Seal;
import io.recount.kafka.LogGap;
import io.recount.pipeline.requests.RequestMessage;
import io.recount.pipeline.tables.DocumentsTable;
import java.io.IOException;
import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.metrics.SimpleCounter;

/**
 * Writes down what a start without state leaves out: rows of {@code log_gaps}, once the job really begins behind the gaps
 * and before anything is published. Written again, a row is the same one.
 *
 * <p>When the lost records came is not known, only between what: after the newest document that was read in front of them,
 * and before the gap was recorded. Documents that are not late are younger than that document less the watermark's delay.
 * Every shard has the rows, for its reports.
 */
final class LogGaps implements Serializable {

    private static final long serialVersionUID = 2;
    private static final String KEY = "topic, partition, from_offset, timeline, checkpoint";

    private final ClickHouseCluster cluster;
    private final List<Gap> gaps;
    private final Duration watermarkDelay;
    private final Duration budget;

    /** A gap as the tables have it; {@code to} is an expression. */
    private record Gap(String topic, int partition, long from, String to) implements Serializable {
        static Gap of(LogGap gap) {
            return new Gap(
                    gap.partition().log().text(),
                    gap.partition().partition(),
                    gap.fromOffset(),
                    gap.toOffset().isPresent() ? Long.toString(gap.toOffset().getAsLong()) : "NULL");
        }

        private String before() {
            return "_topic = '" + topic + "' AND _partition = " + partition + " AND _offset < " + from;
        }
    }

    /**
     * Writes nothing yet.
     *
     * @param watermarkDelay by how much a document may be older than the newest one and not be late
     * @param budget how long a server may be away
     */
    LogGaps(ClickHouseCluster cluster, List<LogGap> gaps, Duration watermarkDelay, Duration budget) {
        this.cluster = cluster;
        this.gaps = gaps.stream().map(Gap::of).toList();
        this.watermarkDelay = watermarkDelay;
        this.budget = budget;
    }

    /** {@code commit} is what it goes on from. */
    void startsAfter(Seal commit) throws IOException, InterruptedException {
        if (gaps.isEmpty()) {
            return;
        }
        Attempts attempts = Retries.onClock(budget, new SimpleCounter()).begin();
        StringBuilder rows = new StringBuilder();
        for (Gap gap : gaps) {
            long readUntilMillis = attempts.call("Reading when documents came", () -> readUntilMillis(gap));
            rows.append(rows.isEmpty() ? "" : ", ")
                    .append("(%d, %d, '%s', %d, %d, %s, fromUnixTimestamp64Milli(toInt64(%d)))"
                            .formatted(
                                    commit.timeline(),
                                    commit.checkpoint(),
                                    gap.topic(),
                                    gap.partition(),
                                    gap.from(),
                                    gap.to(),
                                    readUntilMillis));
        }
        for (Shard shard : cluster.shards()) {
            attempts.run("Writing log_gaps", () -> insert(shard, rows));
        }
    }

    /**
     * What a job that begins behind gaps asks itself, at its submission: to compute again whatever they may be of. Others may
     * have written some of it into {@code documents}; what is not there stays open.
     *
     * @param commit what it goes on from
     */
    List<RequestMessage.Ask> requests(Seal commit, Instant now) throws IOException, InterruptedException {
        if (gaps.isEmpty()) {
            return List.of();
        }
        Attempts attempts = Retries.onClock(budget, new SimpleCounter()).begin();
        long fromMillis = Long.MAX_VALUE;
        for (Gap gap : gaps) {
            fromMillis = Math.min(fromMillis, attempts.call("Reading when documents came", () -> readUntilMillis(gap)));
        }
        return List.of(request(commit.timeline(), commit.checkpoint(), fromMillis, now.toEpochMilli()));
    }

    /** The same of gaps that are recorded and open: whoever recorded them may have ended before it asked. */
    List<RequestMessage.Ask> openRequests() throws IOException, InterruptedException {
        Attempts attempts = Retries.onClock(budget, new SimpleCounter()).begin();
        return attempts.call("Reading log_gaps", () -> {
            List<RequestMessage.Ask> requests = new ArrayList<>();
            try (ClickHouseClient client = new ClickHouseClient(cluster.first());
                    RowReader rows = client.read("SELECT toInt64(timeline), toInt64(checkpoint),"
                            + " toUnixTimestamp64Milli(min(read_until)), toUnixTimestamp64Milli(max(recorded_at))"
                            + " FROM log_gaps WHERE (" + KEY + ") NOT IN (SELECT " + KEY + " FROM log_gap_repairs)"
                            + " GROUP BY timeline, checkpoint ORDER BY timeline, checkpoint")) {
                while (rows.next()) {
                    requests.add(request(rows.number(1), rows.number(2), rows.number(3), rows.number(4)));
                }
            }
            return requests;
        });
    }

    /** Called by the commit, so that it is made once. */
    private static RequestMessage.Ask request(long timeline, long checkpoint, long fromMillis, long toMillis) {
        Instant from = Instant.ofEpochMilli(fromMillis).truncatedTo(ChronoUnit.HOURS);
        Instant to = Instant.ofEpochMilli(toMillis);
        return new RequestMessage.Ask(
                "gaps-" + timeline + "-" + checkpoint,
                List.of(),
                from,
                to.isAfter(from) ? to : from.plus(1, ChronoUnit.HOURS),
                "records of Kafka are gone, see log_gaps",
                0);
    }

    private long readUntilMillis(Gap gap) throws ClickHouseFailure, InterruptedException {
        long newest = 0;
        for (Shard shard : cluster.shards()) {
            try (ClickHouseClient client = new ClickHouseClient(shard.access())) {
                String millis = client.text("SELECT max(toUnixTimestamp64Milli(_appended_at)) FROM "
                        + DocumentsTable.NAME + " WHERE " + gap.before());
                newest = Math.max(newest, Long.parseLong(millis.strip()));
            }
        }
        return Math.max(0, newest - watermarkDelay.toMillis());
    }

    private static void insert(Shard shard, CharSequence rows) throws ClickHouseFailure, InterruptedException {
        try (ClickHouseClient client = new ClickHouseClient(shard.access())) {
            client.execute(
                    "INSERT INTO log_gaps (timeline, checkpoint, topic, partition, from_offset, to_offset, read_until)"
                            + " VALUES " + rows);
        }
    }
}
