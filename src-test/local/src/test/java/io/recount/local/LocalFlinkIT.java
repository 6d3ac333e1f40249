package io.recount.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.local.job.CountingJob;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A local cluster takes a jar as a real one does, and its jobs can be watched, stopped and taken up again. */
final class LocalFlinkIT {

    private static final Duration JOB = Duration.ofMinutes(1);
    private static final String ENDLESS = Long.toString(Long.MAX_VALUE / 2);

    @TempDir
    static Path folder;

    private static LocalFlink flink;

    @BeforeAll
    static void start() {
        flink = LocalFlink.builder(folder.resolve("flink"))
                .configuration(Map.of(
                        "state.backend.type", "rocksdb",
                        "execution.checkpointing.interval", "200 ms",
                        "execution.checkpointing.dir",
                                folder.resolve("checkpoints").toUri().toString()))
                .build();
        flink.start();
    }

    @AfterAll
    static void stop() {
        flink.close();
    }

    @Test
    void jobsRunStopAndGoOnAfterKill() throws Exception {
        URI webUi = flink.webUi();
        assertThat(get("/").body()).containsIgnoringCase("<html");
        assertThat(flink.rest().get("/overview").path("slots-total").asInt()).isEqualTo(2);

        Path jar = JobJar.in(folder);
        String finite = submit(jar, "1000", Optional.empty());
        awaitState(finite, JobState.FINISHED);

        String endless = submit(jar, ENDLESS, Optional.empty());
        Await.until(() -> flink.rest().completedCheckpoints(endless) >= 2, JOB, () -> "No checkpoints completed");
        String savepoint = flink.rest().stopWithSavepoint(endless, folder.resolve("savepoints"));
        awaitState(endless, JobState.FINISHED);

        flink.kill();
        flink.start();
        assertThat(flink.webUi()).isEqualTo(webUi);
        String restored = submit(jar, ENDLESS, Optional.of(savepoint));
        Await.until(() -> flink.rest().completedCheckpoints(restored) >= 1, JOB, () -> "No checkpoints completed");
        assertThat(flink.rest()
                        .get("/jobs/" + restored + "/checkpoints")
                        .path("counts")
                        .path("restored")
                        .asInt())
                .isEqualTo(1);
        flink.rest().cancel(restored);
        awaitState(restored, JobState.CANCELED);
    }

    @Test
    void failedSubmissionSaysWhy() throws IOException {
        Path jar = JobJar.in(folder);
        assertThatThrownBy(() -> submit(jar, "fail", Optional.empty()))
                .isInstanceOf(EngineFailure.class)
                .hasMessageContaining("CountingJob")
                .hasMessageContaining("no such option: fail")
                .hasMessageNotContaining("\tat ");
        assertThatThrownBy(() -> submit(
                        jar, ENDLESS, Optional.of(folder.resolve("absent").toString())))
                .isInstanceOf(EngineFailure.class)
                .hasMessageContaining("absent");
        assertThatThrownBy(() -> submit(folder.resolve("absent.jar"), ENDLESS, Optional.empty()))
                .isInstanceOf(EngineFailure.class)
                .hasMessageContaining("build it first");
    }

    @Test
    void takenPortIsSaid() {
        LocalFlink other = LocalFlink.builder(folder.resolve("other"))
                .port(flink.webUi().getPort())
                .build();
        assertThatThrownBy(other::start)
                .isInstanceOf(EngineFailure.class)
                .hasMessageContaining("Flink ended with exit code 1 while starting")
                .hasMessageContaining("Could not start rest endpoint on any port in port range");
        assertThat(other.isAlive()).isFalse();
    }

    private static String submit(Path jar, String argument, Optional<String> savepoint) {
        return flink.submit(jar, CountingJob.class.getName(), List.of(argument), savepoint);
    }

    private static void awaitState(String job, JobState state) {
        Await.until(
                () -> flink.rest().state(job) == state,
                JOB,
                () -> job + " is " + flink.rest().state(job) + ": "
                        + flink.rest().rootException(job));
    }

    private static HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(flink.webUi().resolve(path)).build(), BodyHandlers.ofString());
    }
}
