package io.recount.demo;

import io.recount.demo.clickhouse.ClickHouseHttp;
import io.recount.local.Await;
import io.recount.local.EngineFailure;
import io.recount.local.FlinkEngine;
import io.recount.local.FlinkRest;
import io.recount.local.FlinkSubmission;
import io.recount.local.JobState;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/** The job under demonstration, handled as its operator would: a configuration, the command line, one jar. */
final class Job {

    static final String DATABASE = "recount";

    static final String MAIN_CLASS = "io.recount.cli.Recount";
    private static final Duration CANCEL = Duration.ofMinutes(1);
    private static final Duration RESUMPTION = Duration.ofMinutes(2);

    private final DemoOptions options;
    private final Engines engines;
    private final String topic;
    private final Path configuration;
    private final Map<String, String> settings = new TreeMap<>();
    private final List<String> shards = new ArrayList<>();

    private volatile FlinkEngine flink;
    /** Empty while there is no job. */
    private volatile String id = "";

    Job(DemoOptions options, Engines engines, String topic) {
        this.options = options;
        this.engines = engines;
        this.flink = engines.flink();
        this.topic = topic;
        this.configuration = options.folder().resolve("recount.yaml");
        shards.add(engines.clickHouse().httpEndpoint().toString());
    }

    static Path jar(Path root) {
        return root.resolve("job/cli/target/recount.jar");
    }

    Path configuration() {
        return configuration;
    }

    ClickHouseHttp clickHouse() {
        return new ClickHouseHttp(engines.clickHouse().httpEndpoint(), DATABASE);
    }

    /** Adds a key to the configuration; that of a job that runs already is for the next one. */
    void set(String key, String value) {
        settings.put(key, value);
        if (Files.exists(configuration)) {
            configure();
        }
    }

    /** Has the job reach the first shard by another address. */
    void reachFirstShard(String endpoint) {
        shards.set(0, endpoint);
    }

    /** Adds a shard to the configuration to be written: an endpoint, with its weight. */
    void addShard(String endpoint) {
        shards.add(quoted(endpoint));
    }

    void configure() {
        List<String> lines = new ArrayList<>(List.of(
                "# Written by deploy/demo.",
                "model.file.path: " + quoted(options.model().toAbsolutePath().toString()),
                "kafka.bootstrap.servers: " + engines.kafka().bootstrapServers(),
                "kafka.topic.names: " + topic,
                "clickhouse.endpoint.url: [" + String.join(", ", shards) + "]",
                "clickhouse.database.name: " + DATABASE,
                "checkpoint.interval.duration: " + options.checkpointInterval().toMillis() + " ms"));
        settings.forEach((key, value) -> lines.add(key + ": " + value));
        try {
            Files.write(configuration, lines);
        } catch (IOException e) {
            throw new UncheckedIOException("Can't write " + configuration, e);
        }
    }

    /** Fails if the model or the configuration is wrong; no engine has to run for that. */
    void check() {
        recount("The model or the configuration is wrong", "config", "check");
    }

    /** Creates database, tables and views. */
    void applySchema() {
        recount("The tables were not created", "schema", "apply");
    }

    /** The same in one more database, on the first shard alone. */
    void applySchema(String database) {
        recount(
                "The tables were not created",
                "schema",
                "apply",
                "--set",
                "clickhouse.database.name=" + database,
                "--set",
                "clickhouse.endpoint.url=" + engines.clickHouse().httpEndpoint());
    }

    /** What {@code deploy/recount} does with the same command. */
    private void recount(String failure, String command, String subcommand, String... more) {
        Path flink = options.root().resolve("src-test/local/cluster/target/lib");
        Path words = options.folder().resolve(command + "-" + subcommand + ".log");
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                jar(options.root()) + File.pathSeparator + flink.resolve("*"),
                MAIN_CLASS,
                command,
                subcommand,
                "--config",
                configuration.toString()));
        line.addAll(List.of(more));
        try {
            int exit = new ProcessBuilder(line)
                    .redirectErrorStream(true)
                    .redirectOutput(words.toFile())
                    .start()
                    .waitFor();
            if (exit != 0) {
                throw new DemoFailure("%s; recount %s %s said:\n%s"
                        .formatted(
                                failure,
                                command,
                                subcommand,
                                Files.readString(words, StandardCharsets.UTF_8).strip()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Can't run recount " + command + " " + subcommand, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DemoFailure("Interrupted while recount " + command + " " + subcommand + " was running", e);
        }
    }

    void submit() {
        submit(Optional.empty(), OptionalInt.empty(), List.of());
    }

    private void submit(Optional<String> savepoint, OptionalInt parallelism, List<String> more) {
        List<String> arguments = new ArrayList<>(List.of("run", "--config", configuration.toString()));
        arguments.addAll(more);
        id = flink.submit(new FlinkSubmission(jar(options.root()), MAIN_CLASS, arguments, savepoint, parallelism));
    }

    /** Ends the job and begins again. */
    void restart(JobEnd end, Runnable publishMore) {
        goOn(end(end, publishMore), OptionalInt.empty());
    }

    /** Without a savepoint from what the ledger says. */
    void goOn(Optional<String> savepoint, OptionalInt parallelism) {
        submit(savepoint, parallelism, savepoint.isPresent() ? List.of() : List.of("--set", "start.from=ledger"));
    }

    /** The same with another number of subtasks; returns when they have completed a checkpoint. */
    void rescale(JobEnd end, int parallelism, Runnable publishMore) {
        goOn(end(end, publishMore), OptionalInt.of(parallelism));
        Await.until(
                () -> flink.rest().completedCheckpoints(id) > 0,
                RESUMPTION,
                () -> "Job " + id + " completes no checkpoint with parallelism " + parallelism + ": "
                        + rootException());
    }

    /**
     * Ends it; nobody is watched until another one goes on.
     *
     * @param publishMore between a savepoint that the next one goes back to and the end
     * @return the savepoint that it left, if any
     */
    Optional<String> end(JobEnd end, Runnable publishMore) {
        String running = id;
        id = "";
        Path savepoints = options.folder().resolve("savepoints");
        FlinkRest rest = flink.rest();
        return switch (end) {
            case STOP -> Optional.of(rest.stopWithSavepoint(running, savepoints));
            case DRAIN -> Optional.of(rest.drainWithSavepoint(running, savepoints));
            case GO_BACK -> {
                String savepoint = rest.savepoint(running, savepoints);
                publishMore.run();
                cancel(running);
                yield Optional.of(savepoint);
            }
            case LOSE_STATE -> {
                cancel(running);
                yield Optional.empty();
            }
        };
    }

    private void cancel(String running) {
        flink.rest().cancel(running);
        Await.until(() -> flink.rest().state(running).isFinal(), CANCEL, () -> "Job " + running + " does not end");
    }

    /** Begins on another cluster from a checkpoint; whatever runs on the old one stays there. */
    void goOnAt(FlinkEngine other, String checkpoint) {
        id = "";
        flink = other;
        submit(Optional.of(checkpoint), OptionalInt.empty(), List.of());
    }

    /** Somebody else has ended it, or started that one. */
    void watch(String other) {
        id = other;
    }

    /** What Flink calls it; empty while there is no job. */
    String id() {
        return id;
    }

    /** What the cluster says of it; empty if it says nothing now. */
    Optional<JobState> state() {
        String asked = id;
        if (asked.isEmpty()) {
            return Optional.empty();
        }
        try {
            JobState state = flink.rest().state(asked);
            // It may have been ended on purpose meanwhile.
            return asked.equals(id) ? Optional.of(state) : Optional.empty();
        } catch (EngineFailure e) {
            return Optional.empty();
        }
    }

    /** Why it failed last; empty if it never did. */
    String rootException() {
        if (id.isEmpty()) {
            return "";
        }
        try {
            return flink.rest().rootException(id);
        } catch (EngineFailure e) {
            return "";
        }
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
