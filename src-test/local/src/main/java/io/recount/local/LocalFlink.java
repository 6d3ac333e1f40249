package io.recount.local;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A Flink cluster in one child JVM: job manager, task managers, REST interface and web UI. Its class path holds neither
 * connectors nor user code. Jobs end with the process; what they wrote to a checkpoint folder outlives it.
 */
public final class LocalFlink extends EngineProcess implements FlinkEngine {

    static final String MODULE = "src-test/local/cluster";
    private static final Duration REGISTRATION = Duration.ofMinutes(1);

    private final int port;
    private final int taskManagers;
    private final int heapMegabytes;
    private final FlinkConfiguration configuration;
    private final FlinkRest rest;

    private LocalFlink(Builder builder) {
        super("Flink", new EngineHome(builder.folder), builder.lifetime);
        port = home().port("rest", builder.port);
        taskManagers = builder.taskManagers;
        heapMegabytes = builder.heapMegabytes;
        configuration = FlinkConfiguration.of(home(), port, builder.slots, builder.configuration);
        rest = new FlinkRest(webUi());
    }

    /**
     * A cluster on that folder, on a port of its own that it keeps, with one task manager of two slots. If one runs
     * there already, started by another JVM, this is the way to use and to stop it.
     */
    public static Builder builder(Path folder) {
        return new Builder(folder);
    }

    /** How the cluster is to be. */
    public static final class Builder {

        private final Path folder;
        private final Map<String, String> configuration = new TreeMap<>();
        private int port;
        private int taskManagers = 1;
        private int slots = 2;
        private int heapMegabytes = 1024;
        private Lifetime lifetime = Lifetime.ATTACHED;

        private Builder(Path folder) {
            this.folder = folder;
        }

        /** The port of the REST interface and the web UI; 0 takes the one the folder had before, else a free one. */
        public Builder port(int wanted) {
            port = wanted;
            return this;
        }

        public Builder taskManagers(int count) {
            taskManagers = count;
            return this;
        }

        /** The slots of each task manager. */
        public Builder slots(int count) {
            slots = count;
            return this;
        }

        /** The heap that all of the cluster shares; RocksDB's memory comes on top. */
        public Builder heapMegabytes(int megabytes) {
            heapMegabytes = megabytes;
            return this;
        }

        /** Flink's own keys, such as {@code execution.checkpointing.dir}. */
        public Builder configuration(Map<String, String> values) {
            configuration.putAll(values);
            return this;
        }

        public Builder lifetime(Lifetime wanted) {
            lifetime = wanted;
            return this;
        }

        public LocalFlink build() {
            return new LocalFlink(this);
        }
    }

    @Override
    public URI webUi() {
        return URI.create("http://127.0.0.1:" + port);
    }

    @Override
    public FlinkRest rest() {
        return rest;
    }

    /** Starts the cluster and returns once all its task managers have registered. */
    @Override
    public void start() {
        configuration.write();
        super.start();
        Await.until(
                () -> rest.get("/overview").path("taskmanagers").asInt() == taskManagers,
                REGISTRATION,
                () -> "Flink's task managers did not register. The end of " + log() + ":\n" + home().logTail());
    }

    @Override
    public String submit(FlinkSubmission submission) {
        return submission.run(
                Checkout.classPath(MODULE),
                configuration.folder(),
                webUi(),
                home().folder().resolve("submit.log"));
    }

    @Override
    ChildJvm child() {
        return new ChildJvm(
                MODULE,
                "io.recount.local.cluster.FlinkCluster",
                heapMegabytes,
                List.of("-Dlog.file=" + log()),
                List.of(configuration.folder().toString(), Integer.toString(taskManagers)),
                Map.of());
    }
}
