package io.recount.it;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.GlobalConfiguration;

/** {@code deploy/conf/config.yaml}, read by Flink. */
final class ShippedFlinkConfiguration {

    static final Path FOLDER = Path.of(System.getProperty("recount.root")).resolve("deploy/conf");

    private ShippedFlinkConfiguration() {}

    static Configuration read() {
        return GlobalConfiguration.loadConfiguration(FOLDER.toString());
    }

    /** For a cluster of that folder on this machine, with a slot a task manager. */
    static Map<String, String> on(Path folder) {
        Map<String, String> values = new TreeMap<>(read().toMap());
        values.put(
                "execution.checkpointing.dir",
                folder.resolve("checkpoints").toUri().toString());
        values.put(
                "execution.checkpointing.savepoint-dir",
                folder.resolve("savepoints").toUri().toString());
        values.put("taskmanager.memory.process.size", "1600m");
        values.put("taskmanager.numberOfTaskSlots", "1");
        return values;
    }
}
