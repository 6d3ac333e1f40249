package io.recount.bench.path;

import io.recount.local.Await;
import java.io.IOException;
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
    private @Nullable Halfway halfway;

    private record Halfway(long messages, Costs costs) {}

    PathRun(Assignment assignment, LocalCluster cluster) {
        this.assignment = assignment;
        this.cluster = cluster;
        this.meter = new Meter(assignment);
    }

    Measurement measure() throws Exception {
        Path folder = Path.of(assignment.folder());
        Files.createDirectories(folder);
        @Nullable Profile profile = assignment.profile().isEmpty() ? null : Profile.start(assignment.profile(), folder);
        PathJob path = PathJob.of(assignment);
        Costs start = meter.read();
        path.submit();
        JobID job = cluster.environment().job();
        cluster.awaitRunning(job);
        boolean isRead = readAll(job);
        if (isRead) {
            commit(job);
        }
        Costs end = meter.read();
        stop(profile);
        long messages = isRead ? assignment.messages() : RecordsRead.total();
        Halfway half = halfway == null ? new Halfway(0, start) : halfway;
        CheckpointHistory checkpoints = new CheckpointHistory(cluster.checkpoints(job));
        return new Measurement(
                messages,
                end.since(start),
                messages - half.messages(),
                end.since(half.costs()),
                checkpoints.stateBytes(),
                checkpoints.stallMillis(),
                heapBytes());
    }

    /** False if the time box ended it. */
    private boolean readAll(JobID job) throws ExecutionException, InterruptedException {
        Duration deadline =
                assignment.path().isTimeBoxed() ? Duration.ofSeconds(assignment.timeBoxSeconds()) : PATIENCE;
        long startNanos = System.nanoTime();
        while (System.nanoTime() - startNanos < deadline.toNanos()) {
            if (Await.within(this::isAllRead, LOOK) && standsStill()) {
                return true;
            }
            cluster.requireAlive(job);
        }
        if (!assignment.path().isTimeBoxed()) {
            throw new IllegalStateException("After " + deadline.toMinutes() + " min only " + RecordsRead.total()
                    + " of " + assignment.messages() + " messages are read");
        }
        return false;
    }

    private boolean isAllRead() {
        long read = RecordsRead.total();
        if (halfway == null && read >= assignment.messages() / 2) {
            halfway = new Halfway(read, meter.read());
        }
        return read >= assignment.messages();
    }

    /** Sources count positions besides messages, so the count alone may be a few messages early. */
    private static boolean standsStill() {
        long read = RecordsRead.total();
        return !Await.within(() -> RecordsRead.total() > read, STANDSTILL);
    }

    /** A committer that is told of a checkpoint commits before it lets the next barrier pass. */
    private void commit(JobID job) throws ExecutionException, InterruptedException, TimeoutException {
        cluster.checkpoint(job);
        if (assignment.path().commits()) {
            cluster.checkpoint(job);
        }
    }

    private static void stop(@Nullable Profile profile) throws IOException {
        if (profile != null) {
            profile.stop();
        }
    }

    /** After a full collection. */
    @SuppressWarnings("System.gc") // that is what is measured
    private static long heapBytes() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
