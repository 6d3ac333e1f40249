package io.recount.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.demo.DemoOptions;
import io.recount.demo.DemoRun;
import io.recount.demo.JobEnd;
import io.recount.demo.LoadProcess;
import io.recount.demo.audit.DocumentRoles;
import io.recount.demo.feed.MessageBag;
import io.recount.demo.verdict.Judge;
import io.recount.harness.Feed;
import io.recount.harness.expectation.Comparison;
import io.recount.harness.expectation.DeclaredModel;
import io.recount.harness.expectation.Expectation;
import io.recount.harness.feed.Scenario;
import io.recount.local.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a job could not read is read again by a mended model, with the job's state as it was. */
class ErrorsReplayIT {

    private static final Path ROOT = Path.of(System.getProperty("recount.root"));
    private static final Scenario SCENARIO = Scenario.of(20_261_130, 6_000);
    private static final Duration DEADLINE = Duration.ofMinutes(3);
    private static final String FIELD = "tax_system: {type: enum(tax_system), path: taxSystem";
    private static final int LARGE = 300;
    private static final Set<String> TABLES = Set.of("cells", "shifts", "field_cells");

    @TempDir
    private Path folder;

    /** A field is required that many receipts lack, and large ones are not parsed at all. */
    @Test
    void everyMessageThatCanBeReadNowCountsOnceHoweverOftenTheReplayIsKilled() throws Exception {
        Path model = folder.resolve("receipts.yaml");
        String mended = Files.readString(ROOT.resolve("job/models/receipts.yaml"));
        Files.writeString(model, mended.replace(FIELD, FIELD + ", required: true"));
        List<byte[]> messages = new ArrayList<>();
        Feed.of(DeclaredModel.read(model), SCENARIO).forEachRemaining(delivery -> messages.add(delivery.value()));
        Path demo = folder.resolve("demo");
        try (DemoRun run = DemoRun.with(DemoOptions.of(ROOT)
                        .withFolder(demo)
                        .withModel(model)
                        .withScenario(SCENARIO)
                        .withCheckpointInterval(Duration.ofSeconds(2)))
                .configured("documents.raw.enabled", "true")
                .configured("decode.message.bytes", "1024")) {
            run.run();
            List<String> large =
                    IntStream.range(0, LARGE).mapToObj(ErrorsReplayIT::large).toList();
            long logged = logLines(run);
            new Afterwards(run).publish(Afterwards.messages("R-LARGE", large.toArray(String[]::new)));
            assertThat(logLines(run) - logged)
                    .as("lines of the log; a flood of bad messages must not flood it")
                    .isLessThan(LARGE / 2);
            Afterwards.messages("R-LARGE", large.toArray(String[]::new))
                    .forEachRemaining(delivery -> messages.add(delivery.value()));
            long badVersions = errors(run, "kind = 'bad version' AND reason = 'MISSING'");
            long tooLarge = errors(run, "reason = 'TOO_LARGE'");
            long standing = errors(run, "1");
            assertThat(badVersions).as("bad versions").isGreaterThan(250);
            assertThat(tooLarge).as("too large messages").isEqualTo(LARGE);
            long fed = messages.size();

            Optional<String> savepoint = run.end(JobEnd.STOP);
            Files.writeString(model, mended);
            Path configuration = demo.resolve("recount.yaml");
            Files.writeString(configuration, Files.readString(configuration).replace(": 1024", ": 1048576"));
            run.goOn(savepoint);
            int kills = 0;
            while (kills < 2) {
                long before = ends(run);
                try (LoadProcess replay = replay(configuration)) {
                    Await.until(() -> !replay.isAlive() || ends(run) > before, DEADLINE, replay::words);
                    replay.kill();
                }
                kills++;
            }
            assertThat(said(configuration, "--wait")).contains("readable");
            long left = errors(run, "1");
            assertThat(errors(run, "reason = 'TOO_LARGE' OR kind = 'bad version' AND reason = 'MISSING'"))
                    .as("errors that are none any more")
                    .isZero();
            assertThat(MessageBag.committed(run.topic()).count())
                    .as("messages in the topic")
                    .isEqualTo(fed + standing - left);

            assertThat(said(configuration, "--wait")).as("of a second replay").doesNotContain("readable");
            assertThat(MessageBag.committed(run.topic()).count()).isEqualTo(fed + standing - left);
            assertExact(run, model, messages);
        }
    }

    private static String large(int number) {
        return """
                {"kind":"receipt","register":"%%s","drive":"D","number":%d,"shift":1,"printedAt":"2026-10-12T09:30:00Z",\
                "writtenAt":"2026-10-12T09:30:01Z","type":"SALE","total":"%d.25","lines":["%s"]}""".formatted(number, number, "x".repeat(2_000));
    }

    /** As if all messages had been read by the mended model in the first place. */
    private static void assertExact(DemoRun run, Path model, List<byte[]> messages) throws Exception {
        DeclaredModel declared = DeclaredModel.read(model);
        Expectation expected = new Expectation(declared, List.of());
        messages.forEach(expected::add);
        List<Comparison> tables = new Judge(run.clickHouse(), declared, DocumentRoles.read(model), words -> {})
                .against(expected, new Afterwards(run).ledger()).tables().stream()
                        .filter(table -> TABLES.contains(table.table()))
                        .toList();
        assertThat(tables).hasSize(TABLES.size()).allMatch(Comparison::isExact);
    }

    private static long logLines(DemoRun run) throws IOException {
        try (Stream<String> lines = Files.lines(run.engines().flink().log())) {
            return lines.count();
        }
    }

    private static long errors(DemoRun run, String condition) {
        return run.clickHouse().number("SELECT count() FROM errors WHERE open AND (" + condition + ")");
    }

    private static long ends(DemoRun run) {
        return run.topic().endOffsets().values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    private String said(Path configuration, String... more) {
        try (LoadProcess replay = replay(configuration, more)) {
            assertThat(replay.awaitEnd(DEADLINE)).as(replay.words()).isZero();
            return replay.words();
        }
    }

    private LoadProcess replay(Path configuration, String... more) {
        return LoadProcess.of(
                List.of("errors", "replay"), ROOT, configuration, folder.resolve("replay.log"), List.of(more));
    }
}
