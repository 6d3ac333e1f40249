package io.recount.local;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A Flink cluster as in production: a job manager and task managers, each a process of its own that can be killed,
 * frozen and started again alone. They keep their addresses, so that those that live find those that come back.
 * Checkpoints are below the cluster's folder and are retained.
 */
public final class StandaloneFlink implements FlinkEngine {

    private static final String CHECKPOINTS = "execution.checkpointing.dir";
    private static final Duration REGISTRATION = Duration.ofMinutes(1);

    private final Path folder;
    private final FlinkConfiguration configuration;
    private final Optional<LocalZooKeeper> zooKeeper;
    private final JobManager jobManager;
    private final List<TaskManager> taskManagers;
    private final URI webUi;
    private final FlinkRest rest;
    private @Nullable TaskManagerMemory memory;

    private StandaloneFlink(Builder builder) {
        folder = builder.folder.toAbsolutePath().normalize();
        EngineHome home = new EngineHome(folder.resolve("jobmanager"));
        int port = home.port("rest", builder.port);
        webUi = URI.create("http://127.0.0.1:" + port);
        rest = new FlinkRest(webUi);
        zooKeeper = builder.highlyAvailable
                ? Optional.of(new LocalZooKeeper(new EngineHome(folder.resolve("zookeeper")), builder.lifetime))
                : Optional.empty();
        configuration = FlinkConfiguration.of(home, port, builder.slots, values(builder, home));
        jobManager = new JobManager(home, configuration, builder.jobManagerHeapMegabytes, webUi, builder.lifetime);
        taskManagers = IntStream.rangeClosed(1, builder.taskManagers)
                .mapToObj(number -> taskManager("taskmanager-" + number, builder.lifetime))
                .toList();
    }

    /**
     * A cluster on that folder, on a port of its own that it keeps, with two task managers of one slot. If one runs there
     * already, started by another JVM, this is the way to use and to stop it.
     */
    public static Builder builder(Path folder) {
        return new Builder(folder);
    }

    /** How the cluster is to be. */
    public static final class Builder {

        private final Path folder;
        private final Map<String, String> configuration = new TreeMap<>();
        private int port;
        private int taskManagers = 2;
        private int slots = 1;
        private int jobManagerHeapMegabytes = 384;
        private int taskManagerMegabytes = 1600;
        private boolean highlyAvailable;
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

        public Builder jobManagerHeapMegabytes(int megabytes) {
            jobManagerHeapMegabytes = megabytes;
            return this;
        }

        /** All that one task manager may use; Flink divides it into heap, RocksDB's memory, and the rest. */
        public Builder taskManagerMegabytes(int megabytes) {
            taskManagerMegabytes = megabytes;
            return this;
        }

        /** Keeps the jobs of a job manager in a ZooKeeper process, so that the next one takes them up by itself. */
        public Builder highlyAvailable() {
            highlyAvailable = true;
            return this;
        }

        /** Flink's own keys; they outweigh everything else. */
        public Builder configuration(Map<String, String> values) {
            configuration.putAll(values);
            return this;
        }

        public Builder lifetime(Lifetime wanted) {
            lifetime = wanted;
            return this;
        }

        public StandaloneFlink build() {
            return new StandaloneFlink(this);
        }
    }

    private Map<String, String> values(Builder builder, EngineHome home) {
        Map<String, String> values = new TreeMap<>();
        values.put("jobmanager.rpc.address", "127.0.0.1");
        values.put("jobmanager.bind-host", "127.0.0.1");
        values.put("jobmanager.rpc.port", Integer.toString(home.port("rpc", 0)));
        values.put("taskmanager.host", "127.0.0.1");
        values.put("taskmanager.bind-host", "127.0.0.1");
        values.put("taskmanager.memory.process.size", builder.taskManagerMegabytes + "m");
        values.put(CHECKPOINTS, folder.resolve("checkpoints").toUri().toString());
        values.put("execution.checkpointing.externalized-checkpoint-retention", "RETAIN_ON_CANCELLATION");
        // A killed process is missed after two heartbeats, a frozen one after the timeout.
        values.put("heartbeat.interval", "1 s");
        values.put("heartbeat.timeout", "20 s");
        values.put("cluster.registration.error-delay", "500 ms");
        zooKeeper.ifPresent(quorum -> {
            values.put("high-availability.type", "zookeeper");
            values.put("high-availability.zookeeper.quorum", quorum.quorum());
            values.put("high-availability.zookeeper.client.session-timeout", "4 s");
            values.put(
                    "high-availability.storageDir", folder.resolve("ha").toUri().toString());
        });
        values.putAll(builder.configuration);
        return values;
    }

    private TaskManager taskManager(String name, Lifetime lifetime) {
        return new TaskManager(name, new EngineHome(folder.resolve(name)), configuration, this::memory, rest, lifetime);
    }

    private synchronized TaskManagerMemory memory() {
        TaskManagerMemory known = memory;
        if (known == null) {
            known = TaskManagerMemory.of(configuration);
            memory = known;
        }
        return known;
    }

    @Override
    public URI webUi() {
        return webUi;
    }

    @Override
    public FlinkRest rest() {
        return rest;
    }

    public JobManager jobManager() {
        return jobManager;
    }

    public List<TaskManager> taskManagers() {
        return taskManagers;
    }

    /** Starts all processes side by side and returns once all task managers have registered. */
    @Override
    public void start() {
        configuration.write();
        try {
            zooKeeper.ifPresent(EngineProcess::start);
            CompletableFuture<Void> workers = CompletableFuture.allOf(taskManagers.stream()
                    .map(taskManager -> CompletableFuture.runAsync(taskManager::start))
                    .toArray(CompletableFuture<?>[]::new));
            try {
                jobManager.start();
            } catch (RuntimeException e) {
                endAll(workers);
                throw e;
            }
            workers.join();
        } catch (RuntimeException e) {
            kill();
            throw e instanceof CompletionException && e.getCause() instanceof EngineFailure reason ? reason : e;
        }
    }

    /** Without a job manager they would wait until their deadline, those too that are only just being launched. */
    private void endAll(CompletableFuture<Void> workers) {
        boolean unused = Await.within(
                () -> {
                    kill();
                    return workers.isDone();
                },
                REGISTRATION);
    }

    /** Waits until the task managers that run are registered, as after a start of the job manager alone. */
    public void awaitTaskManagers() {
        Await.until(
                () -> taskManagers.stream().filter(Engine::isAlive).allMatch(TaskManager::answers),
                REGISTRATION,
                () -> "Not all task managers registered at " + webUi + "; the log of the first is "
                        + taskManagers.get(0).log());
    }

    @Override
    public String submit(FlinkSubmission submission) {
        return submission.run(
                Checkout.classPath(LocalFlink.MODULE), configuration.folder(), webUi, folder.resolve("submit.log"));
    }

    /** The newest completed checkpoint of a job, to begin another one from; the cluster need not run. */
    public Optional<String> newestCheckpoint(String jobId) {
        URI checkpoints = URI.create(configuration.values().getOrDefault(CHECKPOINTS, ""));
        return new CheckpointFolder(Path.of(checkpoints))
                .newest(jobId)
                .map(checkpoint -> checkpoint.toUri().toString());
    }

    /**
     * Starts task managers that run no more. Flink ends one whose task fails in its own clean-up, as it may when another one
     * was killed; somebody has to start it again.
     */
    public void reviveTaskManagers() {
        taskManagers.stream().filter(taskManager -> !taskManager.isAlive()).forEach(TaskManager::start);
    }

    /** Stops what runs. Jobs are not asked: they end, or with high availability wait for the next start. */
    @Override
    public void stop() {
        List<EngineFailure> failures = new ArrayList<>();
        for (EngineProcess process : processes()) {
            try {
                process.close();
            } catch (EngineFailure e) {
                failures.add(e);
            }
        }
        if (!failures.isEmpty()) {
            throw failures.get(0);
        }
    }

    @Override
    public void kill() {
        processes().stream().filter(Engine::isAlive).forEach(Engine::kill);
    }

    @Override
    public void freeze() {
        processes().stream().filter(Engine::isAlive).forEach(Engine::freeze);
    }

    @Override
    public void thaw() {
        processes().forEach(Engine::thaw);
    }

    /** Whether any of its processes runs. */
    @Override
    public boolean isAlive() {
        return processes().stream().anyMatch(Engine::isAlive);
    }

    /** The job manager's. */
    @Override
    public Path log() {
        return jobManager.log();
    }

    /** In the order in which they are stopped: task managers that miss their job manager wait, the other way round jobs fail. */
    private List<EngineProcess> processes() {
        List<EngineProcess> processes = new ArrayList<>();
        processes.add(jobManager);
        processes.addAll(taskManagers);
        zooKeeper.ifPresent(processes::add);
        return processes;
    }
}
