package io.recount.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.cells.model.Model;
import io.recount.cells.model.ModelFile;
import io.recount.clickhouse.ClickHouseAccess;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.Secret;
import io.recount.kafka.KafkaAccess;
import io.recount.local.Await;
import io.recount.local.LocalClickHouse;
import io.recount.local.LocalKafka;
import io.recount.pipeline.options.Settings;
import io.recount.pipeline.options.StartFrom;
import io.recount.pipeline.schema.Installation;
import io.recount.pipeline.schema.Schema;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.runtime.client.JobStatusMessage;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Timelines come from the clock of who submits: one that was set back gives an older timeline than is published. */
class ClockSetBackIT {

    private static final Model MODEL =
            ModelFile.read(Path.of(System.getProperty("recount.root"), "job/models/receipts.yaml"));
    private static final String DATABASE = "shop";
    private static final String TOPIC = "receipts";
    private static final Duration DEADLINE = Duration.ofMinutes(1);

    @TempDir
    static Path folder;

    @RegisterExtension
    static final MiniClusterExtension FLINK =
            new MiniClusterExtension(() -> new MiniClusterResourceConfiguration.Builder()
                    .setConfiguration(configuration())
                    .setNumberTaskManagers(1)
                    .setNumberSlotsPerTaskManager(2)
                    .build());

    /** Restarts without end, so that only a job that refuses to come back ends. */
    private static Configuration configuration() {
        Configuration configuration = new Configuration();
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, Integer.MAX_VALUE);
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(100));
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                folder.resolve("checkpoints").toUri().toString());
        return configuration;
    }

    @Test
    void aSubmissionAnHourBehindIsRefusedAndTheNextGoesOn(@InjectMiniCluster MiniCluster flink) throws Exception {
        try (LocalKafka kafka = LocalKafka.builder(folder.resolve("kafka")).build();
                LocalClickHouse engine =
                        LocalClickHouse.builder(folder.resolve("clickhouse")).build()) {
            kafka.start();
            engine.start();
            try (ClickHouseClient client = client(engine)) {
                new Installation(client, new Schema(MODEL, DATABASE)).apply(done -> {});
                createTopic(kafka);

                feed(kafka, 1, 20);
                CompletableFuture<Void> first = submit(kafka, engine, Clock.systemUTC(), StartFrom.STATE, false);
                awaitPublished(client, 20);
                end(first, flink);
                long timeline = number(client, "SELECT max(timeline) FROM shop.commits");
                long commits = number(client, "SELECT count() FROM shop.commits");

                feed(kafka, 21, 30);
                Clock setBack = Clock.offset(Clock.systemUTC(), Duration.ofHours(-1));
                assertRefused(
                        submit(kafka, engine, setBack, StartFrom.LEDGER, false),
                        "what it goes on from, its state or the ledger, is of timeline " + timeline);
                assertRefused(
                        submit(kafka, engine, setBack, StartFrom.EARLIEST, true),
                        "the ledger (table commits) already has timeline " + timeline);
                assertThat(number(client, "SELECT count() FROM shop.commits")).isEqualTo(commits);
                assertThat(documents(client)).isEqualTo(20);

                CompletableFuture<Void> next = submit(kafka, engine, Clock.systemUTC(), StartFrom.LEDGER, false);
                awaitPublished(client, 30);
                end(next, flink);
                assertThat(number(client, "SELECT max(timeline) FROM shop.commits"))
                        .isGreaterThan(timeline);
                assertThat(client.text("SELECT documents, net_total FROM shop.shift_report")
                                .strip())
                        .isEqualTo("30\t45");
            }
        }
    }

    private static void assertRefused(CompletableFuture<Void> submission, String why) {
        assertThatThrownBy(() -> submission.get(1, TimeUnit.MINUTES))
                .hasStackTraceContaining(why)
                .hasStackTraceContaining("the clock of the submitting machine is behind: set it, or wait");
    }

    private static CompletableFuture<Void> submit(
            LocalKafka kafka, LocalClickHouse engine, Clock clock, StartFrom startFrom, boolean forget) {
        Settings settings = TestSettings.of(
                new KafkaAccess(kafka.bootstrapServers(), List.of(TOPIC), "recount", Map.of()),
                access(engine),
                startFrom,
                Duration.ofSeconds(1));
        return CompletableFuture.runAsync(() -> {
            try {
                RecountJob.submit(settings, MODEL, clock, forget);
            } catch (Exception e) {
                throw new CompletionException(e);
            }
        });
    }

    private static void end(CompletableFuture<Void> submission, MiniCluster flink) throws Exception {
        for (JobStatusMessage job : flink.listJobs().get()) {
            if (!job.getJobState().isGloballyTerminalState()) {
                flink.cancelJob(job.getJobId()).get();
            }
        }
        Await.until(submission::isDone, DEADLINE, () -> "The job did not end");
    }

    private static void createTopic(LocalKafka kafka) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
            admin.createTopics(List.of(new NewTopic(TOPIC, 2, (short) 1))).all().get();
        }
    }

    private static void feed(LocalKafka kafka, int first, int last) {
        try (KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers()),
                new StringSerializer(),
                new ByteArraySerializer())) {
            IntStream.rangeClosed(first, last).forEach(number -> {
                var unused = producer.send(
                        new ProducerRecord<>(TOPIC, "R-1", sale(number).getBytes(StandardCharsets.UTF_8)));
            });
        }
    }

    private static String sale(int number) {
        return """
                {"kind":"receipt","register":"R-1","drive":"9960440300000001","number":%d,"shift":1,\
                "printedAt":"2020-09-01T12:00:00Z","writtenAt":"2020-09-01T12:00:00Z","type":"SALE","total":"1.50"}""".formatted(number);
    }

    /** By the ledger: shifts go in after cells. */
    private static void awaitPublished(ClickHouseClient client, long expected) {
        String read = "SELECT max(counters['read']) FROM shop.commits WHERE kind = 'commit'";
        Await.until(
                () -> number(client, read) == expected,
                DEADLINE,
                () -> number(client, read) + " records are published, not " + expected);
    }

    private static long documents(ClickHouseClient client) {
        return number(client, "SELECT sum(documents) FROM shop.cells FINAL");
    }

    private static long number(ClickHouseClient client, String select) {
        try {
            return Long.parseLong(client.text(select).strip());
        } catch (ClickHouseFailure e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ClickHouseAccess access(LocalClickHouse engine) {
        return new ClickHouseAccess(engine.httpEndpoint(), DATABASE, engine.user(), new Secret(engine.password()));
    }

    private static ClickHouseClient client(LocalClickHouse engine) {
        return new ClickHouseClient(
                new ClickHouseAccess(engine.httpEndpoint(), "default", engine.user(), new Secret(engine.password())));
    }
}
