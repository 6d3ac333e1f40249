package io.recount.bench.path;

import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.DetachedJobExecutionResult;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterJobClient;
import org.apache.flink.runtime.minicluster.MiniClusterJobClient.JobFinalizationBehavior;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;

/** Submits to a cluster in this JVM and goes on at once, whoever asks for an environment. */
final class LocalEnvironment extends StreamExecutionEnvironment {

    private final MiniCluster cluster;
    private final CompletableFuture<JobID> job = new CompletableFuture<>();

    private LocalEnvironment(MiniCluster cluster, Configuration configuration) {
        super(configuration);
        this.cluster = cluster;
    }

    /** From now on the one that {@link StreamExecutionEnvironment#getExecutionEnvironment()} finds. */
    static LocalEnvironment ofThisJvm(MiniCluster cluster, Configuration configuration) {
        LocalEnvironment environment = new LocalEnvironment(cluster, configuration);
        initializeContextEnvironment(ignored -> environment);
        return environment;
    }

    /** The job that was submitted. */
    JobID job() {
        return job.join();
    }

    @Override
    public JobExecutionResult execute(StreamGraph graph) throws Exception {
        return new DetachedJobExecutionResult(executeAsync(graph).getJobID());
    }

    @Override
    public JobClient executeAsync(StreamGraph graph) throws Exception {
        JobID submitted = cluster.submitJob(graph.getJobGraph()).get().getJobID();
        job.complete(submitted);
        return new MiniClusterJobClient(
                submitted, cluster, LocalEnvironment.class.getClassLoader(), JobFinalizationBehavior.NOTHING);
    }
}
