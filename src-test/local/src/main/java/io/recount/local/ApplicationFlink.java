package io.recount.local;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A {@link StandaloneFlink} in application mode: its job manager runs the job's main class itself, and runs it again
 * whenever it is started. So it only starts with what is submitted, which is one job.
 */
public final class ApplicationFlink implements FlinkEngine {

    private static final Duration SUBMISSION = Duration.ofMinutes(2);

    private final StandaloneFlink cluster;

    /** The cluster must not have been started. */
    public ApplicationFlink(StandaloneFlink cluster) {
        this.cluster = cluster;
    }

    /** Does nothing: there is no job yet. */
    @Override
    public void start() {}

    /** Starts the cluster and returns once its job runs. */
    @Override
    public String submit(FlinkSubmission submission) {
        cluster.jobManager().runItself(submission);
        cluster.start();
        Await.until(
                () -> rest().get("/jobs").path("jobs").size() == 1,
                SUBMISSION,
                () -> "There is no job; the job manager's log is " + log());
        return rest().get("/jobs").path("jobs").path(0).path("id").asText();
    }

    /** Its processes, to be killed and started alone. */
    public StandaloneFlink cluster() {
        return cluster;
    }

    @Override
    public URI webUi() {
        return cluster.webUi();
    }

    @Override
    public FlinkRest rest() {
        return cluster.rest();
    }

    @Override
    public void stop() {
        cluster.stop();
    }

    @Override
    public void kill() {
        cluster.kill();
    }

    @Override
    public void freeze() {
        cluster.freeze();
    }

    @Override
    public void thaw() {
        cluster.thaw();
    }

    @Override
    public boolean isAlive() {
        return cluster.isAlive();
    }

    @Override
    public Path log() {
        return cluster.log();
    }
}
