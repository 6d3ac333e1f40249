package io.recount.it;

import static io.recount.it.Verdicts.assertExact;
import static org.assertj.core.api.Assertions.assertThat;

import io.recount.demo.DemoOptions;
import io.recount.demo.DemoRun;
import io.recount.demo.verdict.Verdict;
import io.recount.harness.feed.Scenario;
import io.recount.local.Await;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A state that forgets all but the last second of event time, on real engines. First the whole of a feed with months of lateness; then
 * receipts of years ago, after the clock has gone on.
 */
class EvictionIT {

    private static final Path ROOT = Path.of(System.getProperty("recount.root"));
    private static final long SEED = 20_261_131;

    @TempDir
    private static Path folder;

    private static DemoRun run;

    @BeforeAll
    static void everyNumberOfAFeedIsExact() throws Exception {
        System.out.println("Seed " + SEED);
        run = run("receipts");
        Verdict verdict = run.run();
        assertExact(verdict);
    }

    private static DemoRun run(String model) {
        return DemoRun.with(DemoOptions.of(ROOT)
                        .withModel(ROOT.resolve("job/models/" + model + ".yaml"))
                        .withFolder(folder.resolve(model))
                        .withScenario(Scenario.of(SEED, 6_000).mixed())
                        .withCheckpointInterval(Duration.ofSeconds(2)))
                .configured("state.hot.duration", "1 s")
                .configured("watermark.delay.duration", "0 s")
                .configured("state.cache.bytes", "16 mb")
                .configured("watermark.idle.duration", "1 s");
    }

    /** It was not all in state. */
    private static void assertLookedBack(DemoRun run) {
        for (String counter : List.of("pagesEvicted", "pagesReadBack", "idsReadBack")) {
            Await.until(
                    () -> run.engines().flink().rest().counted(run.jobId(), counter) > 0,
                    Duration.ofMinutes(1),
                    () -> counter + " is 0");
        }
    }

    @AfterAll
    static void stopEngines() {
        run.close();
    }

    /** Texts as ids, days in place of shifts. */
    @Test
    void whatComesForADayOfYearsAgoFindsIt() throws Exception {
        try (DemoRun meters = run("meters")) {
            Verdict verdict = meters.run();
            assertExact(verdict);
            publish(
                    meters,
                    "M-OLD",
                    reading("a", 0, "2019-02-01T09:10:00Z", 10),
                    reading("b", 0, "2019-02-01T09:20:00Z", 5));
            publish(meters, "M-OLD", reading("c", 0, "2019-02-02T09:30:00Z", 7));
            evict(meters, "M-CLOCK", now -> reading("k" + now, 0, now, 1));

            publish(
                    meters,
                    "M-OLD",
                    reading("d", 0, "2019-02-01T09:12:00Z", 2),
                    reading("a", 0, "2019-02-01T09:10:00Z", 10));
            assertThat(readings(meters))
                    .containsExactly("2019-02-01 09:00:00 2 12", "2019-02-01 09:15:00 1 5", "2019-02-02 09:30:00 1 7");

            evict(meters, "M-CLOCK", now -> reading("k" + now, 0, now, 1));
            publish(meters, "M-OLD", reading("a", 1, "2019-02-02T09:40:00Z", 11));
            assertThat(readings(meters))
                    .containsExactly("2019-02-01 09:00:00 1 2", "2019-02-01 09:15:00 1 5", "2019-02-02 09:30:00 2 18");
            assertLookedBack(meters);
        }
    }

    private static String reading(String id, int revision, String takenAt, int energy) {
        return """
                {"message":"reading","id":"%s","meter":{"serial":"%%s"},"takenAt":%d,"receivedAt":1,"revision":%d,\
                "tariff":"T1","quality":"measured","energy":{"direction":"import","active":%d}}""".formatted(id, Instant.parse(takenAt).getEpochSecond(), revision, energy);
    }

    private static List<String> readings(DemoRun meters) {
        return new Afterwards(meters)
                .lines("SELECT bucket, documents, imported FROM cell_report WHERE meter = 'M-OLD' ORDER BY bucket");
    }

    @Test
    void whatComesForAShiftOfYearsAgoFindsIt() {
        publish("R-OLD", sale(1, 1, "2019-02-01T09:10:00Z", 0, "10.00"), sale(2, 1, "2019-02-01T09:20:00Z", 0, "5.00"));
        publish("R-OLD", sale(3, 2, "2019-02-02T09:30:00Z", 0, "7.00"));
        publish("R-OLD", sale(9, 9, "2020-03-07T09:30:00Z", 0, "1.00"));
        evict();

        publish("R-OLD", sale(4, 1, "2019-02-01T10:10:00Z", 0, "1.50"), sale(1, 1, "2019-02-01T09:10:00Z", 0, "10.00"));
        assertThat(shifts("R-OLD")).containsExactly("1 3 0 16.50", "2 1 0 7.00", "9 1 0 1.00");

        evict();
        publish("R-OLD", sale(1, 2, "2019-02-02T09:40:00Z", 5, "11.00"));
        assertThat(shifts("R-OLD")).containsExactly("1 2 0 6.50", "2 2 0 18.00", "9 1 0 1.00");

        evict();
        publish("R-OLD", sale(3, 2, "2019-02-02T09:30:00Z", 6, "seven"));
        publish(
                "R-OLD",
                sale(2, 1, "2019-02-01T09:20:00Z", 7, "5.00").replace("\"type\":\"SALE\"", "\"deleted\":true"));
        assertThat(shifts("R-OLD")).containsExactly("1 1 0 1.50", "2 1 1 11.00", "9 1 0 1.00");
        assertThat(
                        new Afterwards(run)
                                .lines(
                                        "SELECT shift, bucket, documents, errors FROM cell_report WHERE register = 'R-OLD' ORDER BY bucket"))
                .containsExactly("1 2019-02-01 10:00:00 1 0", "2 2019-02-02 09:00:00 1 1", "9 2020-03-07 09:00:00 1 0");
        assertLookedBack(run);
    }

    private static int clock;

    /** Event time goes on, as the real time does, with checkpoints in between: what was touched before is gone. */
    private static void evict(DemoRun run, String key, UnaryOperator<String> messageAt) {
        for (int i = 0; i < 3; i++) {
            Instant now = Clock.systemUTC().instant().truncatedTo(ChronoUnit.SECONDS);
            publish(run, key, messageAt.apply(now.toString()));
        }
    }

    private static void evict() {
        evict(run, "R-CLOCK", now -> sale(++clock, 1, now, 0, "1.00"));
    }

    private static void publish(String register, String... messages) {
        publish(run, register, messages);
    }

    private static void publish(DemoRun run, String key, String... messages) {
        new Afterwards(run).publish(Afterwards.messages(key, messages));
    }

    private static List<String> shifts(String register) {
        return new Afterwards(run)
                .lines("SELECT shift, documents, errors, net_total FROM shift_report WHERE register = '" + register
                        + "' ORDER BY shift");
    }

    private static String sale(int number, int shift, String printedAt, int secondsLater, String total) {
        return """
                {"kind":"receipt","register":"%%s","drive":"9960440300000001","number":%d,"shift":%d,\
                "printedAt":"%s","writtenAt":"2027-02-01T12:00:%02dZ","type":"SALE","total":"%s"}""".formatted(number, shift, printedAt, secondsLater, total);
    }
}
