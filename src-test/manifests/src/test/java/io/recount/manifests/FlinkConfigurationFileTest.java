package io.recount.manifests;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.pipeline.EnvironmentDefaults;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;

/** The shipped configuration of Flink. */
class FlinkConfigurationFileTest {

    @Test
    void everyKeyIsKnownAndEveryValueCanBeRead() {
        Map<String, String> shipped = FlinkConfigurationFile.read().toMap();
        assertThat(shipped).hasSizeGreaterThan(20);
        assertThat(FlinkConfigurationFile.problems(shipped)).isEmpty();
    }

    @Test
    void mistakesAreFound() {
        assertThat(FlinkConfigurationFile.problems(Map.of("execution.checkpointing.timeouts", "10 min")))
                .containsExactly("execution.checkpointing.timeouts is no option of Flink");
        assertThat(FlinkConfigurationFile.problems(Map.of("execution.checkpointing.timeout", "10 mins of time")))
                .hasSize(1);
        assertThat(FlinkConfigurationFile.problems(
                        Map.of("execution.checkpointing.externalized-checkpoint-retention", "RETAIN")))
                .hasSize(1);
    }

    /** It names a state backend, so the job supplies none of what belongs to one. */
    @Test
    void rocksDbIsAsTheJobWouldHaveIt() {
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.getExecutionEnvironment(new Configuration());
        EnvironmentDefaults.apply(environment, Duration.ofSeconds(10));
        Map<String, String> supplied = state(((Configuration) environment.getConfiguration()).toMap());
        assertThat(supplied).hasSizeGreaterThan(3);
        assertThat(state(FlinkConfigurationFile.read().toMap())).isEqualTo(supplied);
    }

    private static Map<String, String> state(Map<String, String> all) {
        Map<String, String> values = new TreeMap<>(all);
        values.keySet()
                .removeIf(key -> !key.startsWith("state.backend.")
                        && !List.of("execution.checkpointing.incremental").contains(key));
        return values;
    }
}
