package io.recount.clickhouse.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.clickhouse.Ledger;
import io.recount.clickhouse.Position;
import io.recount.clickhouse.Seal;
import io.recount.clickhouse.TestServer;
import io.recount.local.Await;
import io.recount.local.relay.Relay;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.apache.flink.core.execution.JobClient;

/** A {@link TallyJob} behind relays, one before each server, and what its tables have to hold. */
record TallyRun(TallyServers servers, List<Relay> relays, JobClient job, long numbers) implements AutoCloseable {

    static final Duration DEADLINE = Duration.ofMinutes(1);

    /** Submits the job; the tables are there. */
    static TallyRun of(TallyJob tallies, TallyServers servers, Relay... relays) throws Exception {
        List<Relay> before = List.of(relays);
        return new TallyRun(servers, before, tallies.submit(servers.behind(before)), tallies.last());
    }

    /** The server with the ledger. */
    TestServer server() {
        return servers.first();
    }

    /** The relay before that server. */
    Relay relay() {
        return relays.get(0);
    }

    void awaitEnd() throws Exception {
        job.getJobExecutionResult().get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
    }

    /** How many numbers the ledger says are published. */
    long committed() {
        return server().number("SELECT max(counters['rows']) FROM commits WHERE kind = 'commit'");
    }

    /** How many numbers are in the table {@code totals}. */
    long totals() {
        return servers.sum("SELECT uniqExact(id) FROM totals");
    }

    /** How many numbers the newest rows of the table {@code tallies} stand for. */
    long tallied() {
        return servers.sum("SELECT sum(n) FROM (SELECT max(numbers) AS n FROM tallies GROUP BY group)");
    }

    /** Rows are right, and there is one physical copy of each that is written at a commit. */
    void assertEachOnce() throws Exception {
        assertRightAnswers();
        assertThat(servers.sum("SELECT count() - uniqExact(id) FROM totals")).isZero();
        assertThat(servers.sum("SELECT count() - uniqExact(group, numbers) FROM tallies"))
                .isZero();
        assertThat(server().number("SELECT sum(rows) FROM commits WHERE kind = 'commit'"))
                .as("what the ledger says was published")
                .isEqualTo(servers.sum("SELECT (SELECT count() FROM totals) + (SELECT count() FROM tallies)"));
        assertThat(server().number("SELECT count() - uniqExact(checkpoint) FROM commits WHERE kind = 'commit'"))
                .isZero();
    }

    /** Whoever takes the newest version of a key gets the right row, and the ledger tells of all of it. */
    void assertRightAnswers() throws Exception {
        for (String table : List.of("events", "totals")) {
            assertThat(servers.sum("SELECT uniqExact(id) FROM " + table))
                    .as(table)
                    .isEqualTo(numbers);
            assertThat(servers.sum("SELECT countIf(id >= " + numbers + ") FROM " + table))
                    .as(table)
                    .isZero();
            assertThat(servers.misplaced(table, TallyJob.NUMBER_HASH)).as(table).isZero();
        }
        assertThat(servers.misplaced("tallies", TallyJob.GROUP_HASH)).isZero();
        assertThat(servers.lines("SELECT group, max(numbers), argMax(total, numbers) FROM tallies GROUP BY group"))
                .containsExactlyInAnyOrderElementsOf(LongStream.range(0, TallyJob.GROUPS)
                        .mapToObj(this::tally)
                        .toList());
        Seal seal = new Ledger(server().client()).newestCommit().orElseThrow().seal();
        assertThat(seal.positions()).containsExactly(new Position("numbers", 0, numbers));
        assertThat(seal.counters()).isEqualTo(Map.of("rows", numbers));
        assertToldOfCommitsOnly();
        assertThat(TallyJob.TOLD.get(TallyJob.TOLD.size() - 1).positions()).isEqualTo(seal.positions());
    }

    /** The listener knows of nothing that the ledger does not have. */
    void assertToldOfCommitsOnly() {
        assertThat(server().lines("SELECT counters['rows'], positions.next_offset FROM commits WHERE kind = 'commit'"))
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
        relays.forEach(Relay::close);
    }
}
