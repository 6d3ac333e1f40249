package io.recount.local.cluster;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;

/**
 * The process: {@code FlinkCluster CONFIGURATION-FOLDER TASK-MANAGERS}. A job manager and task managers in one JVM, with
 * the REST endpoint and the web UI of a real cluster. Jobs live as long as the process. Writes the file named by the
 * system property {@code recount.ready} once the endpoint answers.
 */
public final class FlinkCluster {

    private static final long STOP_SECONDS = 30;

    private FlinkCluster() {}

    public static void main(String[] arguments) throws Exception {
        Configuration configuration = GlobalConfiguration.loadConfiguration(arguments[0]);
        // Without an address of its own the job manager would look this machine's name up.
        configuration.set(JobManagerOptions.ADDRESS, "127.0.0.1");
        FileSystem.initialize(configuration, null);
        MiniCluster cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(Integer.parseInt(arguments[1]))
                .setNumSlotsPerTaskManager(configuration.get(TaskManagerOptions.NUM_TASK_SLOTS))
                .build());
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(cluster), "stop"));
        cluster.start();
        System.out.println("Flink answers on " + cluster.getRestAddress().get(STOP_SECONDS, TimeUnit.SECONDS));
        String ready = System.getProperty("recount.ready");
        if (ready != null) {
            Files.createFile(Path.of(ready));
        }
    }

    private static void stop(MiniCluster cluster) {
        try {
            cluster.closeAsync().get(STOP_SECONDS, TimeUnit.SECONDS);
            System.out.println("Stopped");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            System.out.println("Flink did not stop cleanly: " + e);
        }
    }
}
