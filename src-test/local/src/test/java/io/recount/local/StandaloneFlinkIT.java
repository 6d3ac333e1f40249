package io.recount.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.local.job.CountingJob;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a job when processes of its cluster are killed, frozen and started again. */
final class StandaloneFlinkIT {

    private static final Duration DEADLINE = Duration.ofMinutes(1);
    private static final Duration STILL = Duration.ofSeconds(2);
    private static final String ENDLESS = Long.toString(Long.MAX_VALUE / 2);

    @TempDir
    static Path folder;

    private static StandaloneFlink flink;
    private static Path jar;

    private String job = "";

    @BeforeAll
    static void start() throws IOException {
        jar = JobJar.in(folder);
        flink = cluster("flink").build();
        flink.start();
    }

    @AfterAll
    static void stop() {
        List<ProcessHandle> processes = ProcessHandle.current().descendants().toList();
        assertThat(processes).hasSizeGreaterThanOrEqualTo(3);
        flink.close();
        assertThat(processes).noneMatch(ProcessHandle::isAlive);
    }

    @BeforeEach
    void submit() {
        job = submit(flink, 2, Optional.empty());
        awaitCheckpoints(flink, job, 2);
    }

    @AfterEach
    void cancel() {
        flink.rest().cancel(job);
        Await.until(() -> flink.rest().state(job).isFinal(), DEADLINE, () -> job + " was not cancelled");
    }

    @Test
    void jobGoesOnOnceAKilledTaskManagerIsReplaced() {
        TaskManager killed = flink.taskManagers().get(1);
        String first = killed.id();
        killed.kill();
        assertThat(killed.isAlive()).isFalse();
        Await.until(() -> !flink.rest().rootException(job).isEmpty(), DEADLINE, () -> "Nobody missed it");
        long completed = flink.rest().completedCheckpoints(job);

        killed.start();

        awaitCheckpoints(flink, job, completed + 1);
        assertThat(flink.rest().state(job)).isEqualTo(JobState.RUNNING);
        // Attempts that were still given the slot of the dead one count as well.
        assertThat(restored(flink, job)).isPositive();
        assertThat(killed.id()).isNotEqualTo(first);
        assertThat(killed.log()).content().contains(first, killed.id());
    }

    @Test
    void frozenTaskManagerHoldsEverythingUpAndNothingFails() {
        TaskManager frozen = flink.taskManagers().get(0);
        frozen.freeze();
        // One may have been completing.
        long completed = flink.rest().completedCheckpoints(job) + 1;
        assertThat(Await.within(() -> flink.rest().completedCheckpoints(job) > completed, STILL))
                .isFalse();
        assertThat(frozen.isAlive()).isTrue();

        frozen.thaw();

        awaitCheckpoints(flink, job, completed + 1);
        assertThat(restored(flink, job)).isZero();
    }

    @Test
    @Tag("long")
    void jobOfAKilledJobManagerIsTakenUpFromItsRetainedCheckpointAtAnotherParallelism() {
        flink.jobManager().kill();
        assertThatThrownBy(() -> flink.rest().state(job)).isInstanceOf(EngineFailure.class);
        assertThat(flink.taskManagers()).allMatch(Engine::isAlive);
        String checkpoint = flink.newestCheckpoint(job).orElseThrow();

        flink.jobManager().start();
        flink.awaitTaskManagers();
        job = submit(flink, 1, Optional.of(checkpoint));

        awaitCheckpoints(flink, job, 1);
        assertThat(restored(flink, job)).isEqualTo(1);
        assertThat(flink.rest().get("/jobs/" + job).path("vertices"))
                .allMatch(vertex -> vertex.path("parallelism").asInt() == 1);
    }

    @Test
    @Tag("long")
    void frozenProcessCanBeStoppedAndKilled() {
        TaskManager frozen = flink.taskManagers().get(0);
        frozen.freeze();
        frozen.kill();
        frozen.start();
        awaitCheckpoints(flink, job, flink.rest().completedCheckpoints(job) + 1);
        frozen.freeze();
        frozen.stop();
        frozen.start();
        awaitCheckpoints(flink, job, flink.rest().completedCheckpoints(job) + 1);
    }

    @Test
    @Tag("long")
    void nextJobManagerTakesTheJobUpByItselfWithHighAvailability() {
        try (StandaloneFlink available =
                cluster("available").taskManagers(1).highlyAvailable().build()) {
            available.start();
            String id = submit(available, 1, Optional.empty());
            awaitCheckpoints(available, id, 2);

            available.jobManager().kill();
            available.jobManager().start();

            Await.until(
                    () -> available.rest().state(id) == JobState.RUNNING,
                    DEADLINE,
                    () -> "The job was not taken up; the log is " + available.log());
            assertThat(restored(available, id)).isEqualTo(1);
            awaitCheckpoints(available, id, available.rest().completedCheckpoints(id) + 1);
        }
    }

    @Test
    @Tag("long")
    void takenPortIsSaidAndNothingStaysBehind() {
        StandaloneFlink other = cluster("other").port(flink.webUi().getPort()).build();
        assertThatThrownBy(other::start)
                .isInstanceOf(EngineFailure.class)
                .hasMessageContaining("Could not start rest endpoint on any port in port range");
        assertThat(other.isAlive()).isFalse();
    }

    private static StandaloneFlink.Builder cluster(String name) {
        return StandaloneFlink.builder(folder.resolve(name))
                .configuration(Map.of(
                        "state.backend.type", "rocksdb",
                        "execution.checkpointing.interval", "200 ms",
                        "restart-strategy.type", "fixed-delay",
                        "restart-strategy.fixed-delay.attempts", "1000",
                        "restart-strategy.fixed-delay.delay", "500 ms"));
    }

    private static String submit(StandaloneFlink cluster, int parallelism, Optional<String> checkpoint) {
        return cluster.submit(new FlinkSubmission(
                jar, CountingJob.class.getName(), List.of(ENDLESS), checkpoint, OptionalInt.of(parallelism)));
    }

    private static void awaitCheckpoints(StandaloneFlink cluster, String job, long count) {
        Await.until(
                () -> cluster.rest().completedCheckpoints(job) >= count,
                DEADLINE,
                () -> "No " + count + " checkpoints completed: job " + job + " is "
                        + cluster.rest().state(job) + ": " + cluster.rest().rootException(job));
    }

    private static int restored(StandaloneFlink cluster, String job) {
        return cluster.rest()
                .get("/jobs/" + job + "/checkpoints")
                .path("counts")
                .path("restored")
                .asInt();
    }
}
