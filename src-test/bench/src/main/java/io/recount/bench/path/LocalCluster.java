package io.recount.bench.path;

import io.recount.local.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.configuration.WebOptions;
import org.apache.flink.core.execution.CheckpointType;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.runtime.checkpoint.CheckpointStatsSnapshot;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.executiongraph.AccessExecutionGraph;
import org.apache.flink.runtime.executiongraph.AccessExecutionVertex;
import org.apache.flink.runtime.executiongraph.ErrorInfo;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.jspecify.annotations.Nullable;

/** A cluster of one task manager in this JVM, for one job. A job that fails is not restarted. It is never closed: it ends with the JVM. */
final class LocalCluster {

    static final int PARALLELISM = 2;

    private static final MemorySize MANAGED = MemorySize.ofMebiBytes(1024);
    private static final int EVERY_CHECKPOINT = 100_000;
    private static final Duration ANSWER = Duration.ofMinutes(5);

    private final MiniCluster cluster;
    private final LocalEnvironment environment;

    private LocalCluster(MiniCluster cluster, Configuration configuration, Supplier<Costs> meter) {
        this.cluster = cluster;
        this.environment = LocalEnvironment.ofThisJvm(cluster, configuration, meter);
    }

    static LocalCluster start(Path folder, Supplier<Costs> meter) throws Exception {
        Configuration configuration = configuration(folder);
        FileSystem.initialize(configuration, null);
        MiniCluster cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(PARALLELISM)
                .build());
        cluster.start();
        return new LocalCluster(cluster, configuration, meter);
    }

    private static Configuration configuration(Path folder) {
        Configuration configuration = new Configuration();
        configuration.set(JobManagerOptions.ADDRESS, "127.0.0.1");
        configuration.set(RestOptions.BIND_ADDRESS, "127.0.0.1");
        configuration.set(RestOptions.BIND_PORT, "0");
        configuration.set(CoreOptions.DEFAULT_PARALLELISM, PARALLELISM);
        configuration.set(CoreOptions.TMP_DIRS, folder.resolve("tmp").toString());
        configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MANAGED);
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                folder.resolve("checkpoints").toUri().toString());
        configuration.set(WebOptions.CHECKPOINTS_HISTORY_SIZE, EVERY_CHECKPOINT);
        configuration.setString("metrics.reporter.read.factory.class", RecordsRead.Factory.class.getName());
        return configuration;
    }

    LocalEnvironment environment() {
        return environment;
    }

    /** Fails with the job's own failure if it has one. */
    void requireAlive(JobID job) throws ExecutionException, InterruptedException {
        JobStatus status = cluster.getJobStatus(job).get();
        if (status.isTerminalState()) {
            @Nullable ErrorInfo failure = graph(job).getFailureInfo();
            throw new IllegalStateException(
                    "The job ended as " + status + " before it was measured",
                    failure == null ? null : failure.getException());
        }
    }

    void awaitRunning(JobID job) throws ExecutionException, InterruptedException {
        boolean running = Await.within(() -> isRunning(job), ANSWER);
        requireAlive(job);
        if (!running) {
            throw new IllegalStateException("The job does not run within " + ANSWER.toMinutes() + " min");
        }
    }

    private boolean isRunning(JobID job) {
        try {
            // A job that is only being set up has no tasks yet.
            boolean running = cluster.getJobStatus(job).get() == JobStatus.RUNNING;
            for (AccessExecutionVertex vertex : graph(job).getAllExecutionVertices()) {
                running &= vertex.getExecutionState() == ExecutionState.RUNNING;
            }
            return running || cluster.getJobStatus(job).get().isTerminalState();
        } catch (ExecutionException e) {
            throw new IllegalStateException("The cluster does not tell what becomes of the job", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /** Returns when a checkpoint that was begun now is complete. */
    void checkpoint(JobID job) throws ExecutionException, InterruptedException, TimeoutException {
        cluster.triggerCheckpoint(job, CheckpointType.CONFIGURED).get(ANSWER.toSeconds(), TimeUnit.SECONDS);
    }

    /** Null before the job has any. */
    @Nullable
    CheckpointStatsSnapshot checkpoints(JobID job) throws ExecutionException, InterruptedException {
        return graph(job).getCheckpointStatsSnapshot();
    }

    private AccessExecutionGraph graph(JobID job) throws ExecutionException, InterruptedException {
        return cluster.getExecutionGraph(job).get();
    }
}
