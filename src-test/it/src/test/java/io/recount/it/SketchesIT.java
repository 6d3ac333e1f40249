package io.recount.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.tdunning.math.stats.MergingDigest;
import com.tdunning.math.stats.TDigest;
import io.recount.demo.DemoOptions;
import io.recount.demo.DemoRun;
import io.recount.demo.JobEnd;
import io.recount.demo.clickhouse.ResultRow;
import io.recount.demo.clickhouse.ResultRows;
import io.recount.harness.feed.Scenario;
import io.recount.local.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.datasketches.memory.Memory;
import org.apache.datasketches.theta.CompactSketch;
import org.apache.datasketches.theta.SetOperation;
import org.apache.datasketches.theta.Union;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sketches that a running job gains and fills: merged by the views over months, against the documents and against unions made
 * here; corrected, audited and repaired.
 */
class SketchesIT {

    private static final Path ROOT = Path.of(System.getProperty("recount.root"));
    private static final long SEED = 20_261_203;
    private static final int RECEIPTS = 12_000;
    private static final Instant FROM = Instant.parse("2026-08-20T00:00:00Z");
    private static final Duration DEADLINE = Duration.ofMinutes(3);
    private static final int NOMINAL_ENTRIES = 4096;

    /** Of the seed that the library has unless another is given. */
    private static final int SEED_HASH = 0x93CC;

    private static final String MEASURES = """
              - {name: writings, id: 60001, uniq: written_at}
              - {name: cashiers, id: 60002, uniq_exact: cashier}
              - {name: sale_totals, id: 60003, uniq_exact: total, where: {type: SALE}}
              - {name: channels, id: 60004, uniq_exact: channel}
              - {name: sale, id: 60005, quantile: total, where: {type: SALE}}
            """;

    private static final String CELL = "register, shift, bucket";
    private static final String NEWEST =
            "(SELECT * FROM cells ORDER BY " + CELL + ", version DESC LIMIT 1 BY " + CELL + ")";
    private static final String DOCUMENTS =
            "(SELECT * FROM (SELECT * FROM documents ORDER BY written_at DESC, _hash DESC,"
                    + " _state = 'bad' LIMIT 1 BY register, drive, number) WHERE _state = 'good')";
    private static final String ALL =
            "(registers = [], stores = [], from = '2000-01-01', to = '2040-01-01', zone = 'UTC')";
    private static final String COUNTED =
            "uniqExact(written_at), uniqExact(cashier), uniqExactIf(total, type = 'SALE')," + " uniqExact(channel)";
    private static final String SHOWN = "writings, cashiers, sale_totals, channels";

    @TempDir
    private static Path folder;

    private static DemoRun run;
    private static String plain = "";

    @BeforeAll
    static void gainSketches() throws Exception {
        System.out.println("Seed " + SEED);
        plain = Files.readString(ROOT.resolve("job/models/receipts.yaml"));
        write(plain);
        run = DemoRun.with(DemoOptions.of(ROOT)
                .withFolder(folder.resolve("demo"))
                .withModel(model())
                .withScenario(Scenario.of(SEED, RECEIPTS).mixed().withTime(FROM, Duration.ofDays(70)))
                .withCheckpointInterval(Duration.ofSeconds(2)));
        run.pausing(engines -> evolve()).run();
        Await.until(
                () -> new Afterwards(run)
                        .lines("SELECT state FROM invalidations WHERE id LIKE 'fill-%'")
                        .equals(List.of("done")),
                DEADLINE,
                () -> "Not filled: " + new Afterwards(run).lines("SELECT id, state, message FROM invalidations"));
        // All registers are of one store then.
        run.clickHouse().execute("TRUNCATE TABLE registers");
    }

    @AfterAll
    static void stopEngines() {
        run.close();
    }

    private static void evolve() {
        new Afterwards(run).awaitPublished();
        Optional<String> savepoint = run.end(JobEnd.STOP);
        write(plain.stripTrailing() + "\n" + MEASURES.indent(0));
        run.applySchema();
        run.goOn(savepoint);
    }

    private static Path model() {
        return folder.resolve("receipts.yaml");
    }

    private static void write(String text) {
        try {
            Files.writeString(model(), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void reportsCountWhatIsInTheDocuments() {
        List<String> months = lines("SELECT register, month, " + SHOWN + " FROM register_months" + ALL
                + " WHERE documents > 0 ORDER BY register, month");
        assertThat(months).hasSizeGreaterThan(300);
        assertThat(months)
                .isEqualTo(lines("SELECT register, toStartOfMonth(toDate(printed_at, 'UTC')) AS month, " + COUNTED
                        + " FROM " + DOCUMENTS + " GROUP BY register, month ORDER BY register, month"));
        assertThat(lines("SELECT " + CELL + ", " + SHOWN + " FROM cell_report WHERE documents > 0 ORDER BY " + CELL))
                .isEqualTo(lines("SELECT register, shift, toStartOfHour(printed_at) AS bucket, " + COUNTED + " FROM "
                        + DOCUMENTS + " GROUP BY " + CELL + " ORDER BY " + CELL));
        List<String> shifts = lines("SELECT register, shift, " + COUNTED + " FROM " + DOCUMENTS
                + " GROUP BY register, shift ORDER BY register, shift");
        assertThat(lines("SELECT register, shift, " + SHOWN
                        + " FROM shift_report WHERE documents > 0 ORDER BY register, shift"))
                .isEqualTo(shifts);
        String key = shifts.get(17).split(" ", 3)[0] + "', " + shifts.get(17).split(" ", 3)[1];
        assertThat(lines("SELECT register, shift, " + SHOWN + " FROM shift_totals(keys = [('" + key + ")])"))
                .containsExactly(shifts.get(17));
        assertThat(lines("SELECT day, " + SHOWN + " FROM store_day_report WHERE documents > 0 ORDER BY day"))
                .isEqualTo(lines("SELECT toDate(printed_at, 'UTC') AS day, " + COUNTED + " FROM " + DOCUMENTS
                        + " GROUP BY day ORDER BY day"));
    }

    /** A theta sketch of {@code org.apache.datasketches} is made of the column as it is. */
    @Test
    void javaMergesToTheSameAsTheServer() {
        List<String> months =
                lines("SELECT month, writings FROM store_months" + ALL + " WHERE documents > 0 ORDER BY month");
        assertThat(months).hasSizeGreaterThan(2);
        for (String line : months) {
            String month = line.split(" ", 2)[0];
            Union union =
                    SetOperation.builder().setNominalEntries(NOMINAL_ENTRIES).buildUnion();
            for (long[] hashes : hashes(month)) {
                union.union(sketch(hashes));
            }
            double estimate = union.getResult().getEstimate();
            long exact = number("SELECT uniqExact(written_at) FROM " + DOCUMENTS
                    + " WHERE toStartOfMonth(toDate(printed_at, 'UTC')) = '" + month + "'");
            System.out.printf("%s: about %.0f of %d different times%n", month, estimate, exact);
            assertThat(line).isEqualTo(month + " " + Math.round(estimate));
            assertThat(estimate / exact).isCloseTo(1, within(3 / Math.sqrt(NOMINAL_ENTRIES)));
        }
        assertThat(number("SELECT max(writings) FROM store_months" + ALL)).isGreaterThan(NOMINAL_ENTRIES);
    }

    private static List<long[]> hashes(String month) {
        List<long[]> hashes = new ArrayList<>();
        try (ResultRows rows = run.clickHouse()
                .rows("SELECT writings_hashes FROM " + NEWEST + " WHERE toStartOfMonth(toDate(bucket, 'UTC')) = '"
                        + month + "'")) {
            rows.forEachRemaining((ResultRow row) -> hashes.add(row.numbers(0)));
        }
        return hashes;
    }

    /** In the library's own bytes: what a sketch is, how many hashes it has, theta, hashes. */
    private static CompactSketch sketch(long[] hashes) {
        boolean isWhole = hashes.length <= NOMINAL_ENTRIES;
        int size = Math.min(hashes.length, NOMINAL_ENTRIES);
        ByteBuffer bytes = ByteBuffer.allocate((3 + size) * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put((byte) 3).put((byte) 3).put((byte) 3).put((byte) 0).put((byte) 0);
        bytes.put((byte) (size == 0 && isWhole ? 0b1_1110 : 0b1_1010)).putShort((short) SEED_HASH);
        bytes.putInt(size).putFloat(1).putLong(isWhole ? Long.MAX_VALUE : hashes[NOMINAL_ENTRIES]);
        for (int i = 0; i < size; i++) {
            bytes.putLong(hashes[i]);
        }
        return CompactSketch.heapify(Memory.wrap(bytes.array()));
    }

    @Test
    void quantilesAreExactToAShareOfTheRanks() {
        TDigest digest = new MergingDigest(100);
        try (ResultRows rows = run.clickHouse()
                .rows("SELECT reinterpretAsInt64(mean), toInt64(weight) FROM (SELECT arrayJoin(arrayZip(sale_means,"
                        + " sale_weights)) AS one, one.1 AS mean, one.2 AS weight FROM " + NEWEST + ")")) {
            rows.forEachRemaining((ResultRow row) ->
                    digest.add(Double.longBitsToDouble(row.number(0)), Math.toIntExact(row.number(1))));
        }
        for (Level level :
                List.of(new Level("p50", 0.5, 0.01), new Level("p95", 0.95, 0.005), new Level("p99", 0.99, 0.002))) {
            for (String view : List.of("store_months", "register_months", "register_days")) {
                String column = "sale_" + level.name();
                String period = view.endsWith("months")
                        ? "toStartOfMonth(toDate(printed_at, 'UTC'))"
                        : "toDate(printed_at, 'UTC')";
                String keys = view.startsWith("register") ? "register, period" : "period";
                String shown = view.endsWith("months") ? "month" : "day";
                // A quantile of few values lies between two of them.
                String errors =
                        "SELECT max(greatest(0, below - %1$s, %1$s - notAbove) - 1 / n) FROM (SELECT count() AS n,"
                                        .formatted(level.share())
                                + " countIf(total / 100 < shown - 0.01) / n AS below, countIf(total / 100 <= shown + 0.01) / n AS notAbove FROM (SELECT register, "
                                + period + " AS period, total FROM " + DOCUMENTS
                                + " WHERE type = 'SALE') AS d INNER JOIN (SELECT * EXCEPT ("
                                + shown + "), " + shown + " AS period, toFloat64(" + column + ") AS shown FROM " + view
                                + ALL
                                + ") AS v USING (" + keys + ") GROUP BY " + keys + ")";
                double error = Double.parseDouble(lines(errors).get(0));
                System.out.printf("%s of %s: %.5f%n", level.name(), view, error);
                assertThat(error).as("%s of %s", level.name(), view).isLessThan(level.error());
            }
            double merged = Double.parseDouble(lines("SELECT quantileTDigestWeightedArray(" + level.share()
                            + ")(sale_means, sale_weights) FROM " + NEWEST)
                    .get(0));
            double java = digest.quantile(level.share());
            System.out.printf("%s: %.2f here, %.2f on the server%n", level.name(), java, merged);
            assertThat(rank(merged) - rank(java)).isCloseTo(0, within(level.error()));
        }
    }

    /** @param error in ranks of all values */
    private record Level(String name, double share, double error) {}

    private static double rank(double value) {
        return Double.parseDouble(lines("SELECT avg(total < " + value + ") FROM " + DOCUMENTS + " WHERE type = 'SALE'")
                .get(0));
    }

    @Test
    void correctionsAndDeletesAreInTheSketches() {
        Afterwards afterwards = new Afterwards(run);
        afterwards.publish(Afterwards.messages(
                "R-SKETCHED", sale(1, 0, "10.00", "Ann"), sale(2, 0, "20.00", "Ann"), sale(3, 0, "30.00", "Bob")));
        assertThat(told()).containsExactly("3 3 2 20 30");

        afterwards.publish(Afterwards.messages("R-SKETCHED", sale(2, 1, "20.00", "Cid")));
        assertThat(told()).as("only a cashier differs").containsExactly("3 3 3 20 30");

        afterwards.publish(Afterwards.messages(
                "R-SKETCHED", sale(3, 1, "30.00", "Bob").replace("\"type\"", "\"deleted\":true,\"type\"")));
        assertThat(told()).containsExactly("2 2 2 10 20");

        long rows = number("SELECT count() FROM cells WHERE register = 'R-SKETCHED'");
        afterwards.publish(Afterwards.messages("R-SKETCHED", sale(2, 1, "20.00", "Cid"), sale(2, 0, "20.00", "Ann")));
        assertThat(number("SELECT count() FROM cells WHERE register = 'R-SKETCHED'"))
                .as("rows after redeliveries")
                .isEqualTo(rows);
    }

    private static List<String> told() {
        return lines(
                "SELECT documents, sale_totals, cashiers, toFloat64(sale_p50), toFloat64(sale_p99) FROM cell_report WHERE register = 'R-SKETCHED'");
    }

    private static String sale(int number, int minutesLater, String total, String cashier) {
        return """
                {"kind":"receipt","register":"%%s","drive":"9960440300000001","number":%d,"shift":1,\
                "printedAt":"2020-09-01T12:00:00Z","writtenAt":"2020-09-01T12:%02d:00Z","cashier":"%s","type":"SALE","total":"%s"}""".formatted(number, minutesLater, cashier, total);
    }

    @Test
    void whatIsNotOfTheDocumentsIsFoundAndRepaired() throws Exception {
        Recount.Ended clean = recount("audit", "--format", "json");
        assertThat(clean.exitCode()).as(clean.toString()).isZero();

        String register = lines(
                        "SELECT register FROM " + NEWEST + " WHERE documents > 0 AND notEmpty(sale_means) LIMIT 1")
                .get(0);
        for (String wrong : List.of(
                "arrayPushBack(writings_hashes, 1) AS writings_hashes",
                "arrayPopBack(sale_totals_values) AS sale_totals_values",
                "arrayPushBack(arrayPopBack(sale_means), 1e9) AS sale_means",
                "range(70000) AS cashiers_values, 1 AS tainted")) {
            run.clickHouse()
                    .execute("INSERT INTO cells SELECT * REPLACE (" + wrong + ", version + 1 AS version) FROM " + NEWEST
                            + " WHERE register = '" + register + "' AND notEmpty(sale_means) ORDER BY bucket LIMIT 1");
        }
        assertThat(lines("SELECT tainted FROM shift_report WHERE register = '" + register
                        + "' ORDER BY tainted DESC LIMIT 1"))
                .containsExactly("1");
        Recount.Ended found = recount("audit", "--format", "json");
        assertThat(found.exitCode()).as(found.toString()).isEqualTo(1);
        assertThat(found.out()).contains("sketch writings", "sketch cashiers", "sketch sale_totals", "\"sketch sale\"");

        Recount.Ended repaired = recount("audit", "--repair", "--format", "json");
        assertThat(repaired.exitCode()).as(repaired.toString()).isZero();
        assertThat(lines("SELECT max(tainted) FROM shift_report WHERE register = '" + register + "'"))
                .containsExactly("0");
        Recount.Ended explained = recount(
                "explain",
                register,
                lines("SELECT shift FROM " + NEWEST + " WHERE register = '" + register + "' AND documents > 0 LIMIT 1")
                        .get(0),
                lines("SELECT formatDateTime(bucket, '%Y-%m-%dT%H:%i:%SZ') FROM " + NEWEST + " WHERE register = '"
                                + register + "' AND documents > 0 LIMIT 1")
                        .get(0),
                "writings");
        assertThat(explained.exitCode()).as(explained.toString()).isZero();
    }

    private static Recount.Ended recount(String... arguments) throws IOException, InterruptedException {
        return new Recount(folder.resolve("demo/recount.yaml"), folder).run(arguments);
    }

    private static List<String> lines(String sql) {
        return new Afterwards(run).lines(sql);
    }

    private static long number(String sql) {
        return run.clickHouse().number(sql);
    }
}
