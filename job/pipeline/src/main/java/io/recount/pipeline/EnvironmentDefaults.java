package io.recount.pipeline;

import java.time.Duration;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** What the job asks of Flink: some settings it insists on, some it only supplies where the cluster has none. */
public final class EnvironmentDefaults {

    /** Key groups: the upper bound of every future parallelism, and never to change under existing state. */
    static final int MAX_PARALLELISM = 720;

    /** Failed checkpoints in a row until the job restarts: a long outage of ClickHouse is to be backpressure. */
    private static final int TOLERABLE_FAILED_CHECKPOINTS = 100;

    private EnvironmentDefaults() {}

    /**
     * Applies the settings.
     *
     * @throws RefusedClusterException if the cluster's configuration asks for what would break exactness
     */
    public static void apply(StreamExecutionEnvironment environment, Duration checkpointInterval) {
        ReadableConfig cluster = environment.getConfiguration();
        refuseUnaligned(cluster);
        Configuration settings = new Configuration();
        settings.set(PipelineOptions.GENERIC_TYPES, false);
        settings.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
        settings.set(PipelineOptions.OBJECT_REUSE, true);
        settings.set(PipelineOptions.MAX_PARALLELISM, MAX_PARALLELISM);
        settings.set(CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE, CheckpointingMode.EXACTLY_ONCE);
        settings.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, checkpointInterval);
        settings.set(
                CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
                ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        settings.set(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER, TOLERABLE_FAILED_CHECKPOINTS);
        if (cluster.getOptional(StateBackendOptions.STATE_BACKEND).isEmpty()) {
            settings.set(StateBackendOptions.STATE_BACKEND, "rocksdb");
            settings.set(CheckpointingOptions.INCREMENTAL_CHECKPOINTS, true);
            rocksDb(settings, cluster);
        }
        environment.configure(settings);
    }

    /**
     * Where the cluster says nothing else: blocks are compressed by what costs least, because keys that follow each other
     * begin alike; small write buffers, so that little has to be flushed in front of a checkpoint, while the subtask stands
     * still.
     */
    private static void rocksDb(Configuration settings, ReadableConfig cluster) {
        unlessSet(settings, cluster, "state.backend.rocksdb.compression.per.level", "LZ4_COMPRESSION");
        unlessSet(settings, cluster, "state.backend.rocksdb.writebuffer.size", "8mb");
        unlessSet(settings, cluster, "state.backend.rocksdb.use-bloom-filter", "true");
    }

    private static void unlessSet(Configuration settings, ReadableConfig cluster, String key, String value) {
        ConfigOption<String> option = ConfigOptions.key(key).stringType().noDefaultValue();
        if (cluster.getOptional(option).isEmpty()) {
            settings.set(option, value);
        }
    }

    /** Documents are acknowledged by ClickHouse in front of the barrier, which an unaligned one overtakes. */
    private static void refuseUnaligned(ReadableConfig cluster) {
        if (cluster.get(CheckpointingOptions.ENABLE_UNALIGNED)) {
            throw new RefusedClusterException("Unaligned checkpoints break exactness: remove "
                    + CheckpointingOptions.ENABLE_UNALIGNED.key() + " from Flink's configuration");
        }
    }
}
