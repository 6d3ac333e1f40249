package io.recount.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.local.Await;
import io.recount.local.FlinkRest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What has to happen between the commands of the books: what somebody else does, and what was not meant to happen. */
final class BookDeeds {

    static final String FIRST_CHECKPOINT = "its first checkpoint is complete";

    private static final Duration DEADLINE = Duration.ofMinutes(5);
    private static final String IN_NOVEMBER = "2026-11-20T09:30:00Z";
    private static final String REGISTERS = "default.book_registers";

    /** As README wants them in a model, and the names that it asks for. */
    private static final String MEASURES = """
              - {name: customers, id: 60001, uniq: customer}
              - {name: basket, id: 60002, quantile: total}
            """;

    private BookDeeds() {}

    /** Whoever applies the schema begins with nothing; who stands where is kept for the reports. */
    static void dropDatabase(BookStage stage) {
        sql(
                stage,
                "CREATE OR REPLACE TABLE " + REGISTERS
                        + " ENGINE = MergeTree ORDER BY tuple() AS SELECT * FROM registers");
        sql(stage, "DROP DATABASE recount SYNC");
    }

    static void fillRegisters(BookStage stage) {
        sql(stage, "INSERT INTO registers SELECT * FROM " + REGISTERS);
    }

    /** What {@code deploy/build} would build is what Maven has just built: it would build it under the running test. */
    static void stampBuild(BookStage stage) {
        Path target = BookStage.ROOT.resolve("deploy/target");
        try {
            Files.createDirectories(target);
            Files.writeString(target.resolve("built"), BookStage.ROOT.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String sample() {
        try {
            return Files.readString(BookStage.ROOT.resolve("job/models/receipts.sample.jsonl"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The documents that the books' examples are about: those of the sample, of a person, and of a closed year. */
    static void sendExamples(BookStage stage) {
        sql(stage, "ALTER TABLE registers UPDATE store = 'S-17' WHERE store = 'S-0001' SETTINGS mutations_sync = 2");
        String person = String.join("\n", new Erasure(stage.run(), "R-000017").documents());
        send(
                stage,
                sample() + person.replace("%s", "R-000017") + "\n"
                        + BookFiles.sales("R-2024", 1, 1, "2024-05-06T09:30:00Z"));
    }

    private static void send(BookStage stage, String lines) {
        stage.afterwards().publish(Afterwards.deliveries(lines));
    }

    static void awaitPublished(BookStage stage) {
        stage.afterwards().awaitPublished();
    }

    static void awaitCheckpoint(BookStage stage) {
        Await.until(
                () -> flink(stage).completedCheckpoints(stage.job()) > 0,
                DEADLINE,
                () -> stage.job() + " completes no checkpoint: " + flink(stage).rootException(stage.job()));
    }

    static void awaitFilled(BookStage stage) {
        await(stage, "SELECT count() FROM invalidations WHERE id LIKE 'fill-%' AND state != 'done'", 0);
    }

    /** A number that somebody asks for is that. */
    static Consumer<BookStage> number(String query, long expected) {
        return stage ->
                assertThat(stage.run().clickHouse().number(query)).as(query).isEqualTo(expected);
    }

    static Consumer<BookStage> subtasks(int expected) {
        return stage -> assertThat(
                        flink(stage)
                                .get("/jobs/" + stage.job())
                                .path("vertices")
                                .findValuesAsText("parallelism")
                                .stream()
                                .mapToInt(Integer::parseInt)
                                .max())
                .hasValue(expected);
    }

    /** A request that is still open when somebody looks. */
    static void askSlowly(BookStage stage) {
        stage.shell("deploy/recount invalidate --config recount.yaml --from 2000-01-01 --to 2100-01-01 --rate 1"
                + " --reason 'OPS-17: slowly'");
        await(stage, "SELECT count() FROM invalidations WHERE id = '" + stage.request() + "'", 1);
    }

    static void freeze(BookStage stage) {
        stage.shell("flink stop -p savepoints " + stage.job());
        stage.write("recount.yaml", stage.read("recount.yaml") + "retention.frozen.before: 2025-01-01\n");
        stage.shell("deploy/job restore --config recount.yaml --set start.from=ledger");
        await(stage, "SELECT count() FROM invalidations WHERE id = 'frozen-2025-01-01' AND state = 'done'", 1);
    }

    static void writeFiles(BookStage stage) {
        BookFiles.zstd(stage.file("receipts-2026-09.jsonl.zst"), BookFiles.sales("R-LOADED", 1, 2, IN_NOVEMBER));
        BookFiles.zstd(stage.file("receipts-2026-10.jsonl.zst"), BookFiles.sales("R-LOADED", 3, 4, IN_NOVEMBER));
        stage.write("old/README", "");
        BookFiles.gzip(stage.file("old/1.gz"), BookFiles.sales("R-LOADED", 5, 5, IN_NOVEMBER));
        BookFiles.gzip(stage.file("old/2.gz"), BookFiles.sales("R-LOADED", 6, 6, IN_NOVEMBER));
        stage.write("receipts.jsonl", BookFiles.sales("R-LOADED", 7, 8, IN_NOVEMBER));
    }

    static void gainMeasures(BookStage stage) {
        stage.write("receipts.yaml", stage.read("receipts.yaml").stripTrailing() + "\n" + MEASURES);
    }

    /** Kafka loses what two partitions had, and what was in them is in a file. */
    static void loseRecords(BookStage stage) {
        stage.shell("deploy/job cancel");
        // Reports mark the time in which they came.
        String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        String lines = BookFiles.sales("R-A", 1, 3, now) + BookFiles.sales("R-C", 1, 3, now);
        BookFiles.zstd(stage.file("receipts-2026-11-30.jsonl.zst"), lines);
        stage.afterwards().feed(Afterwards.deliveries(lines));
        stage.run().topic().deleteRecords(stage.run().topic().endOffsets());
    }

    /** The first that nobody has closed. */
    static String openGap(BookStage stage) {
        stage.shell("deploy/recount gaps --config recount.yaml");
        return stage.said()
                .lines()
                .filter(line -> line.contains("receipts") && !line.contains("OPS-18"))
                .map(line -> line.strip().split(" +")[0])
                .findFirst()
                .orElseThrow(() -> new AssertionError("No open gap in " + stage.said()));
    }

    /** A channel that the model does not know. */
    static void poison(BookStage stage) {
        send(stage, BookFiles.sale("R-POISON", 1, IN_NOVEMBER, ",\"channel\":\"kiosk\""));
    }

    static void mendModel(BookStage stage) {
        String model = stage.read("receipts.yaml");
        stage.write(
                "receipts.yaml", model.replace("    courier: {id: 3}\n", "    courier: {id: 3}\n    kiosk: {id: 4}\n"));
        assertThat(stage.read("receipts.yaml")).isNotEqualTo(model);
        stage.shell("deploy/recount schema apply --config recount.yaml");
        stage.shell("deploy/job upgrade --config recount.yaml");
    }

    /** Somebody drops a column under the job. */
    static void alterTable(BookStage stage) {
        sql(stage, "ALTER TABLE recount.documents DROP COLUMN commission SETTINGS mutations_sync = 2");
        stage.afterwards().feed(Afterwards.deliveries(BookFiles.sales("R-ALTERED", 1, 1, IN_NOVEMBER)));
        Await.until(
                () -> flink(stage).rootException(stage.job()).contains("column commission"),
                DEADLINE,
                () -> "The job's last failure is " + flink(stage).rootException(stage.job()));
    }

    /** A value in which the documents of the person are counted. */
    static void falsify(BookStage stage) {
        sql(
                stage,
                "INSERT INTO cells SELECT * REPLACE (documents + 1 AS documents, version + 1 AS version) FROM cells"
                        + " WHERE register = 'R-000017' AND bucket >= '2026-11-01' ORDER BY version DESC LIMIT 1");
    }

    static String webUiOfDemo(BookStage stage) {
        Path conf = BookStage.ROOT.resolve("deploy/target/demo/flink/engine.ports");
        try (Stream<String> lines = Files.lines(conf)) {
            return lines.map(Pattern.compile("rest=([0-9]+)")::matcher)
                    .flatMap(port -> port.results().map(MatchResult::group))
                    .map(port -> port.replace("rest=", "http://127.0.0.1:"))
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void await(BookStage stage, String query, long expected) {
        Await.until(
                () -> stage.run().clickHouse().number(query) == expected,
                DEADLINE,
                () -> query + " gives " + stage.run().clickHouse().number(query));
    }

    private static void sql(BookStage stage, String statement) {
        stage.run().clickHouse().execute(statement);
    }

    private static FlinkRest flink(BookStage stage) {
        return stage.run().engines().flink().rest();
    }
}
