package io.recount.bench.path;

import io.recount.bench.path.LocalEnvironment.Submission;
import io.recount.local.Await;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.flink.api.common.JobID;
import org.jspecify.annotations.Nullable;

/** One measurement: a path, from its submission until all of the log is in a checkpoint. */
final class PathRun {

    private static final Duration PATIENCE = Duration.ofHours(2);
    private static final Duration STANDSTILL = Duration.ofMillis(100);
    private static final Duration LOOK = Duration.ofSeconds(1);

    private final Assignment assignment;
    private final LocalCluster cluster;
    private final Meter meter;

    PathRun(Assignment assignment, LocalCluster cluster, Meter meter) {
        this.assignment = assignment;
        this.cluster = cluster;
        this.meter = meter;
    }

    Measurement measure() throws Exception {
        Path folder = Files.createDirectories(Path.of(assignment.folder()));
        @Nullable Profile profile = assignment.profile().isEmpty() ? null : Profile.start(assignment.profile(), folder);
        PathJob.of(assignment).submit();
        Submission submission = cluster.environment().submission();
        cluster.awaitRunning(submission.job());

        Duration box = assignment.path().isTimeBoxed() ? Duration.ofSeconds(assignment.timeBoxSeconds()) : PATIENCE;
        reads(submission, assignment.messages() / 2, box.dividedBy(2));
        long half = RecordsRead.total();
        Costs halfway = meter.read();
        if (reads(submission, assignment.messages(), box)) {
            commit(submission.job());
        } else if (!assignment.path().isTimeBoxed()) {
            throw new IllegalStateException("After " + box.toMinutes() + " min only " + RecordsRead.total() + " of "
                    + assignment.messages() + " messages are read");
        }
        Costs end = meter.read();
        if (profile != null) {
            profile.stop();
        }
        long messages = Math.min(assignment.messages(), RecordsRead.total());
        CheckpointHistory checkpoints = new CheckpointHistory(cluster.checkpoints(submission.job()));
        return new Measurement(
                messages,
                end.since(submission.before()),
                messages - half,
                end.since(halfway),
                checkpoints.stateBytes(),
                checkpoints.stallMillis(),
                heapBytes());
    }

    /** Whether so many messages are read before so much time has passed since the submission. */
    private boolean reads(Submission submission, long messages, Duration box)
            throws ExecutionException, InterruptedException {
        while (System.nanoTime() - submission.before().wallNanos() < box.toNanos()) {
            if (Await.within(() -> RecordsRead.total() >= messages, LOOK)) {
                return true;
            }
            cluster.requireAlive(submission.job());
        }
        return false;
    }

    /** A committer that is told of a checkpoint commits before it lets the next barrier pass. */
    private void commit(JobID job) throws ExecutionException, InterruptedException, TimeoutException {
        // Sources count positions besides messages, so that the last few messages may still be to come.
        while (hasMore()) {
            cluster.requireAlive(job);
        }
        cluster.checkpoint(job);
        if (assignment.path().commits()) {
            cluster.checkpoint(job);
        }
    }

    private static boolean hasMore() {
        long read = RecordsRead.total();
        return Await.within(() -> RecordsRead.total() > read, STANDSTILL);
    }

    /** After a full collection. */
    private static long heapBytes() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
