package io.recount.manifests;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.configuration.HighAvailabilityOptions;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.configuration.WebOptions;
import org.apache.flink.state.rocksdb.RocksDBConfigurableOptions;

/** {@code deploy/conf/config.yaml}, read by Flink, and what Flink makes of keys and values: an unknown key it passes over. */
final class FlinkConfigurationFile {

    private static final List<Class<?>> OPTIONS = List.of(
            CheckpointingOptions.class,
            CoreOptions.class,
            HighAvailabilityOptions.class,
            JobManagerOptions.class,
            RestOptions.class,
            RestartStrategyOptions.class,
            RocksDBConfigurableOptions.class,
            StateBackendOptions.class,
            StateRecoveryOptions.class,
            TaskManagerOptions.class,
            WebOptions.class);

    /** Of any name; what stands behind it is the reporter's. */
    private static final String REPORTER = "metrics.reporter.prom.";

    private FlinkConfigurationFile() {}

    static Configuration read() {
        return GlobalConfiguration.loadConfiguration(
                Overlay.ROOT.resolve("deploy/conf").toString());
    }

    /** Keys that Flink does not know, and values that it can't read. */
    static List<String> problems(Map<String, String> values) {
        Map<String, ConfigOption<?>> known = known();
        Configuration configuration = Configuration.fromMap(values);
        List<String> problems = new ArrayList<>();
        for (String key : values.keySet()) {
            ConfigOption<?> option = known.get(key);
            if (option != null) {
                try {
                    configuration.get(option);
                } catch (IllegalArgumentException e) {
                    problems.add(e.getMessage());
                }
            } else if (!key.startsWith(REPORTER)) {
                problems.add(key + " is no option of Flink");
            }
        }
        return problems;
    }

    private static Map<String, ConfigOption<?>> known() {
        Map<String, ConfigOption<?>> known = new HashMap<>();
        for (Class<?> options : OPTIONS) {
            for (Field field : options.getFields()) {
                if (ConfigOption.class.isAssignableFrom(field.getType())) {
                    try {
                        ConfigOption<?> option = (ConfigOption<?>) field.get(null);
                        known.put(option.key(), option);
                    } catch (IllegalAccessException e) {
                        throw new AssertionError(e);
                    }
                }
            }
        }
        return known;
    }
}
