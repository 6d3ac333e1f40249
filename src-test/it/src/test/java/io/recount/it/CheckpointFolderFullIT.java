package io.recount.it;

import static io.recount.it.Verdicts.assertExact;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.recount.demo.DemoOptions;
import io.recount.demo.DemoRun;
import io.recount.demo.verdict.LedgerRow;
import io.recount.demo.verdict.Verdict;
import io.recount.harness.feed.Scenario;
import io.recount.local.Await;
import io.recount.local.JobState;
import io.recount.local.StandaloneFlink;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Flink's folder of checkpoints is on a file system that fills up, under the configuration of {@code deploy/conf}. */
@Tag("long")
class CheckpointFolderFullIT {

    private static final Path ROOT = Path.of(System.getProperty("recount.root"));
    private static final long SEED = 20_261_209;
    private static final Duration DEADLINE = Duration.ofMinutes(5);
    private static final String SIZE = "64m";
    private static final int MESSAGES_A_SECOND = 200;

    /** Of the hundred in a row that are tolerated. */
    private static final long FAILED = 20;

    @TempDir
    private Path folder;

    @Test
    void fullFolderStopsPublishingAndNothingElseUntilThereIsRoomAgain() throws Exception {
        System.out.println("Seed " + SEED);
        Path checkpoints = Files.createDirectories(folder.resolve("checkpoints"));
        assumeTrue(
                ended("mount", "-t", "tmpfs", "-o", "size=" + SIZE, "checkpoints", checkpoints.toString()),
                "The folder of checkpoints is not filled: only root may mount a small file system for it");
        try {
            fillAndMakeRoom(checkpoints);
        } finally {
            assertThat(ended("umount", checkpoints.toString())).isTrue();
        }
    }

    private void fillAndMakeRoom(Path checkpoints) throws Exception {
        Map<String, String> configuration = ShippedFlinkConfiguration.on(folder);
        assertThat(configuration).containsEntry("execution.checkpointing.tolerable-failed-checkpoints", "100");
        StandaloneFlink flink = StandaloneFlink.builder(folder.resolve("flink"))
                .configuration(configuration)
                .build();
        DemoOptions options = DemoOptions.of(ROOT)
                .withFolder(folder.resolve("demo"))
                .withScenario(Scenario.of(SEED, 60_000))
                .withCheckpointInterval(Duration.ofSeconds(1));
        AtomicInteger perSecond = new AtomicInteger(MESSAGES_A_SECOND);
        try (DemoRun run = DemoRun.with(options, flink)) {
            Verdict verdict = run.paced(perSecond::get)
                    .midway(engines -> {
                        fullUntilManyHaveFailed(run, checkpoints);
                        perSecond.set(0);
                    })
                    .run();
            assertExact(verdict);
            assertThat(flink.rest().restarts(run.jobId())).isZero();
        }
    }

    private static void fullUntilManyHaveFailed(DemoRun run, Path checkpoints) {
        long failed = checkpoints(run, "failed");
        Path ballast = checkpoints.resolve("ballast");
        long bytes = fill(ballast);
        // One that was complete just before may still be committed.
        Await.until(() -> checkpoints(run, "failed") > failed, DEADLINE, () -> "No checkpoint fails");
        long completed = checkpoints(run, "completed");
        LedgerRow ledger = ledger(run);
        long stored = documents(run);
        Await.until(
                () -> checkpoints(run, "failed") >= failed + FAILED,
                DEADLINE,
                () -> checkpoints(run, "failed") + " checkpoints have failed, " + checkpoints(run, "completed")
                        + " were completed");
        long storedMeanwhile = documents(run) - stored;
        assertThat(storedMeanwhile).as("documents that were read meanwhile").isPositive();
        assertThat(checkpoints(run, "completed")).isEqualTo(completed);
        assertThat(ledger(run)).as("what is published").isEqualTo(ledger);
        assertThat(run.engines().flink().rest().state(run.jobId())).isEqualTo(JobState.RUNNING);

        remove(ballast);
        long room = System.nanoTime();
        Await.until(
                () -> ledger(run).checkpoint() > ledger.checkpoint(),
                DEADLINE,
                () -> "Nothing is published after checkpoint " + ledger.checkpoint());
        System.out.printf(
                "%,d bytes filled the folder; %d checkpoints failed, %,d documents were stored meanwhile, and %.1f s"
                        + " after there was room again something was published; restarts: %d%n",
                bytes,
                checkpoints(run, "failed") - failed,
                storedMeanwhile,
                (System.nanoTime() - room) / 1e9,
                run.engines().flink().rest().restarts(run.jobId()));
    }

    /** Until there is no byte left; returns how many that took. */
    private static long fill(Path file) {
        byte[] page = new byte[4096];
        long bytes = 0;
        try (OutputStream out = Files.newOutputStream(file)) {
            while (true) {
                out.write(page);
                bytes += page.length;
            }
        } catch (IOException full) {
            assertThat(full).hasMessageContaining("No space left on device");
            return bytes;
        }
    }

    private static void remove(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean ended(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        System.out.print(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        return process.waitFor() == 0;
    }

    private static LedgerRow ledger(DemoRun run) {
        return new Afterwards(run).ledger();
    }

    private static long documents(DemoRun run) {
        return run.clickHouse().number("SELECT count() FROM documents");
    }

    private static long checkpoints(DemoRun run, String which) {
        JsonNode counts = run.engines()
                .flink()
                .rest()
                .get("/jobs/" + run.jobId() + "/checkpoints")
                .path("counts");
        return counts.path(which).asLong();
    }
}
