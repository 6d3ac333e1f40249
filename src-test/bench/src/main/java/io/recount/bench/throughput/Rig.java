package io.recount.bench.throughput;

import io.recount.bench.path.Assignment;
import io.recount.bench.path.BenchPath;
import io.recount.bench.path.Measurement;
import io.recount.harness.expectation.DeclaredModel;
import io.recount.local.LocalKafka;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.flink.util.FileUtils;

/**
 * What measurements share: a broker with logs, and a folder, which is emptied first. A measurement that fails ends all of
 * them: what is left would be compared with nothing.
 */
final class Rig implements AutoCloseable {

    /** For paths that write to no tables; the configuration needs some address. */
    private static final String NOWHERE = "http://127.0.0.1:1";

    private final Path folder;
    private final Path modelFile;
    private final RigOptions options;
    private final Consumer<String> words;
    private final Path brokerFolder;
    private final LocalKafka broker;

    private Rig(Path root, RigOptions options, Consumer<String> words) {
        this.folder = root.resolve("src-test/bench/target/throughput");
        this.modelFile = root.resolve("job/models/receipts.yaml");
        this.options = options;
        this.words = words;
        this.brokerFolder = folder.resolve("kafka");
        this.broker = LocalKafka.builder(brokerFolder).build();
    }

    /**
     * Starts the broker.
     *
     * @param root of the checkout
     * @param words takes a line about each step
     */
    static Rig start(Path root, RigOptions options, Consumer<String> words) throws IOException {
        Rig rig = new Rig(root, options, words);
        FileUtils.deleteDirectory(rig.folder.toFile());
        Files.createDirectories(rig.folder);
        if (options.profiles() != null) {
            Files.createDirectories(options.profiles());
        }
        rig.broker.start();
        return rig;
    }

    FilledLog fill(LogShape shape) throws IOException {
        words.accept("Filling a log with " + shape);
        FilledLog log = FilledLog.fill(shape, DeclaredModel.read(modelFile), broker.bootstrapServers());
        words.accept("%,d messages, %,d bytes on average"
                .formatted(log.messages(), log.bytes() / Math.max(1, log.messages())));
        return log;
    }

    /** A log without messages. */
    FilledLog empty() {
        return FilledLog.empty(broker.bootstrapServers());
    }

    /** Reads the log once, by one path; {@code name} tells this measurement from others. */
    Measurement measure(BenchPath path, FilledLog log, String name) throws Exception {
        Path own = folder.resolve("measurement");
        FileUtils.deleteDirectory(own.toFile());
        Files.createDirectories(own);
        Measurement measurement;
        if (path == BenchPath.RECOUNT_WITH_SINKS) {
            try (FreshClickHouse clickHouse = FreshClickHouse.start(folder.resolve("clickhouse"), modelFile)) {
                measurement = run(own, path, log, name, clickHouse.endpoint().toString(), clickHouse.pid());
            }
        } else {
            measurement = run(own, path, log, name, NOWHERE, 0);
        }
        PathResult result = new PathResult(path, log.shape().documents(), List.of(measurement));
        words.accept("%s: %.2f CPU s a million, %,.0f messages/s, %,d messages"
                .formatted(name, result.cpuSecondsPerMillion(), result.documentsPerSecond(), measurement.messages()));
        return measurement;
    }

    private Measurement run(Path own, BenchPath path, FilledLog log, String name, String clickHouse, long clickHousePid)
            throws IOException, InterruptedException {
        Path configuration = own.resolve("recount.yaml");
        Files.write(
                configuration,
                List.of(
                        "model.file.path: '" + modelFile + "'",
                        "kafka.bootstrap.servers: " + log.bootstrapServers(),
                        "kafka.topic.names: " + log.topic(),
                        "clickhouse.endpoint.url: " + clickHouse,
                        "clickhouse.database.name: " + FreshClickHouse.DATABASE));
        String profile = Optional.ofNullable(log.messages() == 0 ? null : options.profiles())
                .map(profiles -> profiles.toAbsolutePath().resolve(name).toString())
                .orElse("");
        return new Child(own)
                .run(new Assignment(
                        path,
                        configuration.toString(),
                        log.messages(),
                        own.resolve("flink").toString(),
                        options.timeBoxSeconds(),
                        EnginePid.of(brokerFolder),
                        clickHousePid,
                        profile));
    }

    @Override
    public void close() throws IOException {
        broker.close();
        // Logs are large.
        FileUtils.deleteDirectory(brokerFolder.toFile());
    }
}
