package io.recount.it;

import static io.recount.it.Verdicts.assertExact;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.recount.demo.DemoOptions;
import io.recount.demo.DemoRun;
import io.recount.demo.verdict.Verdict;
import io.recount.local.Await;
import io.recount.local.FlinkRest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Four partitions, all data in one of them, read by six subtasks, and then silence: neither partitions without documents
 * nor subtasks without partitions hold anything back.
 */
@Tag("long")
class SurplusSubtasksIT {

    private static final Path ROOT = Path.of(System.getProperty("recount.root"));
    private static final String REGISTER = "R-1";
    private static final int SUBTASKS = 6;
    private static final int RECEIPTS = 300;
    private static final Duration CHECKPOINT_INTERVAL = Duration.ofSeconds(4);
    private static final Duration IDLENESS = Duration.ofMinutes(1);

    @TempDir
    private Path folder;

    @Test
    void lastCellsArePublishedByTheNextCheckpointWithoutAnotherRecord() throws Exception {
        Path input = Files.write(
                folder.resolve("receipts.jsonl"),
                IntStream.range(0, RECEIPTS)
                        .mapToObj(number -> sale(number).formatted(REGISTER))
                        .toList());
        try (DemoRun run = DemoRun.with(DemoOptions.of(ROOT)
                .withFolder(folder.resolve("demo"))
                .withInput(input)
                .withParallelism(SUBTASKS)
                .withCheckpointInterval(CHECKPOINT_INTERVAL))) {
            Verdict verdict = run.run();

            assertExact(verdict);
            assertThat(verdict.documents()).isEqualTo(RECEIPTS);
            assertThat(run.topic().endOffsets().values()).containsExactlyInAnyOrder(0L, 0L, 0L, (long) RECEIPTS);
            assertThat(parallelismOfSource(run.engines().flink().rest())).isEqualTo(SUBTASKS);

            new Afterwards(run).publish(Afterwards.messages(REGISTER, sale(RECEIPTS)));

            long millis = run.clickHouse().number("""
                    SELECT dateDiff('millisecond', (SELECT max(_appended_at) FROM documents), min(committed_at)) FROM commits
                    WHERE kind = 'commit' AND arraySum(`positions.next_offset`) > %d""".formatted(RECEIPTS));
            System.out.println("From the last record to its cell in ClickHouse: " + millis + " ms");
            // It may be read right after a barrier; the next one publishes it.
            long commitsBefore = run.clickHouse().number("""
                    SELECT count() FROM commits WHERE kind = 'commit' AND committed_at >= (SELECT max(_appended_at) FROM documents)
                        AND arraySum(`positions.next_offset`) <= %d""".formatted(RECEIPTS));
            assertThat(commitsBefore).isLessThanOrEqualTo(1);
            assertThat(run.clickHouse().number("SELECT sum(documents) FROM cell_report"))
                    .isEqualTo(RECEIPTS + 1);
            awaitWatermark(run);
        }
    }

    /** Event time reaches the last document, less the usual delay, once the others count as idle. */
    private static void awaitWatermark(DemoRun run) {
        String query =
                "SELECT max(watermark) >= (SELECT max(printed_at) FROM documents) - INTERVAL 6 MINUTE FROM commits";
        Await.until(
                () -> run.clickHouse().number(query) == 1,
                IDLENESS.multipliedBy(2),
                () -> "The watermark stands at " + new Afterwards(run).lines("SELECT max(watermark) FROM commits"));
    }

    private static int parallelismOfSource(FlinkRest rest) {
        JsonNode job = rest.get("/jobs").path("jobs").path(0);
        for (JsonNode vertex : rest.get("/jobs/" + job.path("id").asText()).path("vertices")) {
            if (vertex.path("name").asText().contains("Receipts")) {
                return vertex.path("parallelism").asInt();
            }
        }
        throw new AssertionError("The job has no stage that reads receipts");
    }

    /** One every five minutes; its register is left open. */
    private static String sale(int number) {
        return """
                {"kind":"receipt","register":"%%s","drive":"9960440300000001","number":%d,"shift":1,\
                "printedAt":"2020-03-%02dT%02d:%02d:00Z","writtenAt":"2020-04-01T12:00:00Z","type":"SALE","total":"1.50"}""".formatted(number, 1 + number / 288, number / 12 % 24, number % 12 * 5);
    }
}
