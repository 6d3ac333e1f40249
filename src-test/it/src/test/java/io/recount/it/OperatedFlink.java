package io.recount.it;

import io.recount.local.FlinkEngine;
import io.recount.local.FlinkRest;
import io.recount.local.FlinkSubmission;
import io.recount.local.StandaloneFlink;
import java.net.URI;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/**
 * A cluster to which jobs are submitted as people do.
 *
 * @param submitter submits the job of a configuration, and returns the job's id
 */
record OperatedFlink(StandaloneFlink cluster, UnaryOperator<String> submitter) implements FlinkEngine {

    /** One to which {@code deploy/job submit} submits. */
    OperatedFlink(StandaloneFlink cluster, JobScript script) {
        this(cluster, configuration -> script.succeed("submit", "--config", configuration));
    }

    @Override
    public String submit(FlinkSubmission submission) {
        // run --config FILE
        return submitter.apply(submission.arguments().get(2));
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
    public void start() {
        cluster.start();
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
