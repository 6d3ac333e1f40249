package io.recount.clickhouse.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.clickhouse.ClickHouseAccess;
import io.recount.clickhouse.Ledger;
import io.recount.clickhouse.Position;
import io.recount.clickhouse.Seal;
import io.recount.clickhouse.TestServer;
import io.recount.clickhouse.relay.Relay;
import io.recount.local.Await;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.apache.flink.core.execution.JobClient;

/** A {@link TallyJob} behind a relay, and what its tables have to hold. */
record TallyRun(TestServer server, Relay relay, JobClient job, long numbers) implements AutoCloseable {

    static final Duration DEADLINE = Duration.ofMinutes(1);

    /** Submits the job; the tables are there. */
    static TallyRun of(TallyJob tallies, TestServer server, Relay relay) throws Exception {
        ClickHouseAccess direct = server.access();
        ClickHouseAccess access =
                new ClickHouseAccess(relay.endpoint(), direct.database(), direct.user(), direct.password());
        return new TallyRun(server, relay, tallies.submit(access), tallies.last());
    }

    void awaitEnd() throws Exception {
        job.getJobExecutionResult().get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
    }

    /** How many numbers the ledger says are published. */
    long committed() {
        return server.number("SELECT max(counters['rows']) FROM commits WHERE kind = 'commit'");
    }

    /** How many numbers are in the table {@code totals}. */
    long totals() {
        return server.number("SELECT uniqExact(id) FROM totals");
    }

    /** How many numbers the newest rows of the table {@code tallies} stand for. */
    long tallied() {
        return server.number("SELECT sum(n) FROM (SELECT max(numbers) AS n FROM tallies GROUP BY group)");
    }

    /** Rows are right, and there is one physical copy of each that is written at a commit. */
    void assertEachOnce() throws Exception {
        assertRightAnswers();
        assertThat(server.lines("SELECT count() - uniqExact(id) FROM totals")).containsExactly("0");
        assertThat(server.lines("SELECT count() - uniqExact(group, numbers) FROM tallies"))
                .containsExactly("0");
        assertThat(server.number("SELECT sum(rows) FROM commits WHERE kind = 'commit'"))
                .as("what the ledger says was published")
                .isEqualTo(server.number("SELECT (SELECT count() FROM totals) + (SELECT count() FROM tallies)"));
        assertThat(server.lines("SELECT count() - uniqExact(checkpoint) FROM commits WHERE kind = 'commit'"))
                .containsExactly("0");
    }

    /** Whoever takes the newest version of a key gets the right row, and the ledger tells of all of it. */
    void assertRightAnswers() throws Exception {
        String all = numbers + "\t0\t" + (numbers - 1);
        for (String table : List.of("events", "totals")) {
            assertThat(server.lines("SELECT uniqExact(id), min(id), max(id) FROM " + table))
                    .as(table)
                    .containsExactly(all);
        }
        assertThat(server.lines("SELECT group, max(numbers), argMax(total, numbers) FROM tallies GROUP BY group"
                        + " ORDER BY group"))
                .containsExactlyElementsOf(LongStream.range(0, TallyJob.GROUPS)
                        .mapToObj(this::tally)
                        .toList());
        Seal seal = new Ledger(server.client()).newestCommit().orElseThrow().seal();
        assertThat(seal.positions()).containsExactly(new Position("numbers", 0, numbers));
        assertThat(seal.counters()).isEqualTo(Map.of("rows", numbers));
        assertToldOfCommitsOnly();
        assertThat(TallyJob.TOLD.get(TallyJob.TOLD.size() - 1).positions()).isEqualTo(seal.positions());
    }

    /** The listener knows of nothing that the ledger does not have. */
    void assertToldOfCommitsOnly() {
        assertThat(server.lines("SELECT counters['rows'], positions.next_offset FROM commits WHERE kind = 'commit'"))
                .containsAll(TallyJob.TOLD.stream().map(TallyRun::read).toList());
    }

    private static String read(Seal seal) {
        return seal.counters().getOrDefault("rows", 0L) + "\t"
                + seal.positions().stream().map(Position::nextOffset).toList();
    }

    private String tally(long group) {
        long[] members = LongStream.range(0, numbers)
                .filter(number -> number % TallyJob.GROUPS == group)
                .toArray();
        return group + "\t" + members.length + "\t" + LongStream.of(members).sum();
    }

    @Override
    public void close() throws Exception {
        if (!job.getJobStatus().join().isGloballyTerminalState()) {
            job.cancel().get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
            Await.until(
                    () -> job.getJobStatus().join().isGloballyTerminalState(), DEADLINE, () -> "The job did not end");
        }
        relay.close();
    }
}
