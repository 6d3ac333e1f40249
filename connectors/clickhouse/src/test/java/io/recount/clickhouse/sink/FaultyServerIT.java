package io.recount.clickhouse.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.clickhouse.TestEngine;
import io.recount.clickhouse.TestFlink;
import io.recount.clickhouse.TestServer;
import io.recount.local.relay.Deed;
import io.recount.local.relay.Faults;
import io.recount.local.relay.Relay;
import java.util.Locale;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.runtime.testutils.InMemoryReporter;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Inserts that fail, or seem to, at each of the tables a job writes to, the ledger among them. */
final class FaultyServerIT {

    private static final int NUMBERS = 5_000;
    /** Two tables of the job are written at the commit, one before it, and then the ledger. */
    private static final int TABLES = 4;

    private static final InMemoryReporter METRICS = InMemoryReporter.createWithRetainedMetrics();

    @RegisterExtension
    static final MiniClusterExtension FLINK = TestFlink.reportingTo(METRICS);

    @RegisterExtension
    static final TestEngine ENGINE = new TestEngine();

    /** Ways in which it is left open whether an insert has gone in. */
    enum Unknown {
        REPLY_SWALLOWED,
        CUT_IN_BODY,
        UNKNOWN_STATUS_OF_INSERT;

        private Deed deed() {
            return switch (this) {
                case REPLY_SWALLOWED -> Deed.SWALLOW_REPLY;
                case CUT_IN_BODY -> Deed.CUT_IN_BODY;
                case UNKNOWN_STATUS_OF_INSERT -> Deed.doubt(319);
            };
        }
    }

    @ParameterizedTest
    @CsvSource({
        "REPLY_SWALLOWED, 10000", "CUT_IN_BODY, 10000", "UNKNOWN_STATUS_OF_INSERT, 10000",
        "REPLY_SWALLOWED, 1", "CUT_IN_BODY, 1", "UNKNOWN_STATUS_OF_INSERT, 1"
    })
    void anUnknownOutcomeIsOneRowInOneCopy(Unknown unknown, int window) throws Exception {
        Faults faults = new Faults(unknown.deed(), 2);
        try (TallyRun run = submit("unknown_" + unknown.name().toLowerCase(Locale.ROOT) + window, window, faults)) {
            run.awaitEnd();
            assertThat(faults.tables()).isEqualTo(TABLES);
            run.assertEachOnce();
            assertThat(retries(run)).isGreaterThanOrEqualTo(2 * TABLES);
            assertThat(starts(run)).isEqualTo(1);
            assertThat(gauge(run, "freshnessMillis")).isBetween(1L, 60_000L);
            assertThat(gauge(run, "pendingSeconds")).isZero();
            assertThat(gauge(run, "pendingBlocks")).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {241, 242, 243, 252, 159, 319})
    void aPassingErrorIsWaitedForWithoutARestart(int code) throws Exception {
        Faults faults = new Faults(Deed.refuse(code), 3);
        try (TallyRun run = submit("code_" + code, 10_000, faults)) {
            run.awaitEnd();
            assertThat(faults.tables()).isEqualTo(TABLES);
            run.assertEachOnce();
            assertThat(retries(run)).isEqualTo(3 * TABLES);
            assertThat(count(run, "retries\\." + code)).isEqualTo(3 * TABLES);
            assertThat(starts(run)).isEqualTo(1);
        }
    }

    private static TallyRun submit(String database, int window, Faults faults) throws Exception {
        TestServer server = ENGINE.database(database);
        Relay relay = Relay.before(server.access().endpoint());
        relay.follow(faults);
        return TallyRun.of(TallyJob.bounded(NUMBERS, 2_500), TallyServers.with(window, server), relay);
    }

    /** A row for each time the job began. */
    private static long starts(TallyRun run) {
        return run.server().number("SELECT count() FROM commits WHERE kind = 'start'");
    }

    private static long retries(TallyRun run) {
        return count(run, "retries");
    }

    /** Of all operators. */
    private static long count(TallyRun run, String name) {
        return METRICS.findMetrics(run.job().getJobID(), "\\." + name + "$").values().stream()
                .mapToLong(metric -> ((Counter) metric).getCount())
                .sum();
    }

    /** Of the one operator that has it. */
    private static long gauge(TallyRun run, String name) {
        return METRICS.findMetrics(run.job().getJobID(), "\\." + name + "$").values().stream()
                .map(metric -> (Number) ((Gauge<?>) metric).getValue())
                .mapToLong(Number::longValue)
                .reduce((first, second) -> {
                    throw new AssertionError("Several " + name);
                })
                .orElseThrow();
    }
}
