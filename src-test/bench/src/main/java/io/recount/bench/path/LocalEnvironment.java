package io.recount.bench.path;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.DetachedJobExecutionResult;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterJobClient;
import org.apache.flink.runtime.minicluster.MiniClusterJobClient.JobFinalizationBehavior;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;

/** Submits to a cluster in this JVM and goes on at once, whoever asks for an environment. */
final class LocalEnvironment extends StreamExecutionEnvironment {

    private final MiniCluster cluster;
    private final Supplier<Costs> meter;
    private final CompletableFuture<Submission> submission = new CompletableFuture<>();

    private LocalEnvironment(MiniCluster cluster, Configuration configuration, Supplier<Costs> meter) {
        super(configuration);
        this.cluster = cluster;
        this.meter = meter;
    }

    /**
     * A job on its way.
     *
     * @param before what had been spent when the cluster got it; planning is none of the job's costs
     */
    record Submission(JobID job, Costs before) {}

    /** From now on the one that {@link StreamExecutionEnvironment#getExecutionEnvironment()} finds. */
    static LocalEnvironment ofThisJvm(MiniCluster cluster, Configuration configuration, Supplier<Costs> meter) {
        LocalEnvironment environment = new LocalEnvironment(cluster, configuration, meter);
        initializeContextEnvironment(ignored -> environment);
        return environment;
    }

    /** The only one; waits for it. */
    Submission submission() {
        return submission.join();
    }

    @Override
    public JobExecutionResult execute(StreamGraph graph) throws Exception {
        return new DetachedJobExecutionResult(executeAsync(graph).getJobID());
    }

    @Override
    public JobClient executeAsync(StreamGraph graph) throws Exception {
        JobGraph plan = graph.getJobGraph();
        Costs before = meter.get();
        JobID submitted = cluster.submitJob(plan).get().getJobID();
        submission.complete(new Submission(submitted, before));
        return new MiniClusterJobClient(
                submitted, cluster, LocalEnvironment.class.getClassLoader(), JobFinalizationBehavior.NOTHING);
    }
}
