package io.recount.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import io.recount.cells.model.ModelFile;
import io.recount.clickhouse.ClickHouseAccess;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.Secret;
import io.recount.demo.feed.Topic;
import io.recount.local.Await;
import io.recount.local.EngineFailure;
import io.recount.local.FlinkSubmission;
import io.recount.local.LocalClickHouse;
import io.recount.local.LocalKafka;
import io.recount.local.StandaloneFlink;
import io.recount.pipeline.schema.Installation;
import io.recount.pipeline.schema.Schema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Passwords of the job, right and wrong ones, are in nothing that people look at. A word that is no secret takes the same way
 * from its file to Kafka's clients, and is seen there: a secret that was not masked would be, too.
 */
class SecretsIT {

    private static final Path ROOT = Path.of(System.getProperty("recount.root"));
    private static final Path MODEL = ROOT.resolve("job/models/receipts.yaml");
    private static final Path SAMPLE = ROOT.resolve("job/models/receipts.sample.jsonl");
    private static final String TOPIC = "receipts";
    private static final String KAFKA_USER = "reader-of-receipts";
    private static final String CLICKHOUSE_USER = "writer-of-cells";
    private static final String KAFKA_PASSWORD = "marker-of-kafkas-password";
    private static final String CLICKHOUSE_PASSWORD = "marker-of-clickhouses-password";
    private static final String WRONG_PASSWORD = "marker-of-a-wrong-password";
    private static final String KEY_PASSWORD = "marker-of-a-keys-password";
    private static final String URL_PASSWORD = "marker-of-a-password-in-an-address";
    private static final String[] SECRETS = {
        KAFKA_PASSWORD, CLICKHOUSE_PASSWORD, WRONG_PASSWORD, KEY_PASSWORD, URL_PASSWORD
    };
    private static final String NO_SECRET = "marker-of-no-secret";
    private static final Duration DEADLINE = Duration.ofMinutes(3);

    @TempDir
    private Path folder;

    @Test
    void secretsAreInNoLogNoAnswerOfFlinkAndNoTable() throws Exception {
        try (StandaloneFlink flink = flink();
                LocalKafka kafka = kafka(KAFKA_PASSWORD);
                LocalClickHouse clickHouse = clickHouse(CLICKHOUSE_PASSWORD)) {
            flink.start();
            kafka.start();
            clickHouse.start();
            prepare(kafka, clickHouse);
            List<String> shown = new ArrayList<>();
            shown.add(refusal(flink, configuration(kafka, clickHouse, KAFKA_PASSWORD, WRONG_PASSWORD)));
            shown.add(refusal(flink, configuration(kafka, clickHouse, WRONG_PASSWORD, CLICKHOUSE_PASSWORD)));

            Path configuration = configuration(kafka, clickHouse, KAFKA_PASSWORD, CLICKHOUSE_PASSWORD);
            shown.add(commands(configuration));
            String job = submit(flink, configuration);
            shown.add(submissionLog());
            long messages = feed(kafka);
            awaitPublished(clickHouse, CLICKHOUSE_PASSWORD, messages);
            shown.add(tables(clickHouse, CLICKHOUSE_PASSWORD));
            shown.add(answers(flink, job));

            crash(flink, job);
            clickHouse.stop();
            try (LocalClickHouse closed = clickHouse("another-password")) {
                closed.start();
                feed(kafka);
                awaitFailure(flink, job, "AUTHENTICATION_FAILED");
                shown.add(answers(flink, job));
            }
            kafka.stop();
            clickHouse.start();
            try (LocalKafka closed = kafka("another-password")) {
                closed.start();
                awaitFailure(flink, job, "do not accept each other");
                shown.add(answers(flink, job));
            }
            shown.add(tables(clickHouse, CLICKHOUSE_PASSWORD));
            flink.stop();
            String logs = contents(folder.resolve("flink"), ".log");
            String checkpoints = contents(folder.resolve("flink/checkpoints"), "");

            assertThat(logs)
                    .as("that it is the logs of the job which are looked at")
                    .contains(
                            "sasl.jaas.config = [hidden]",
                            "ssl.key.password = [hidden]",
                            "client.rack = " + NO_SECRET,
                            "AUTHENTICATION_FAILED");
            assertThat(logs).doesNotContain(SECRETS);
            assertThat(checkpoints).isNotEmpty().doesNotContain(SECRETS);
            assertThat(shown).allSatisfy(text -> assertThat(text).doesNotContain(SECRETS));
        }
    }

    private StandaloneFlink flink() {
        return StandaloneFlink.builder(folder.resolve("flink"))
                .taskManagers(1)
                .configuration(Map.of(
                        "parallelism.default", "1",
                        "restart-strategy.type", "fixed-delay",
                        "restart-strategy.fixed-delay.attempts", "1000",
                        "restart-strategy.fixed-delay.delay", "1 s"))
                .build();
    }

    private LocalKafka kafka(String password) {
        return LocalKafka.builder(folder.resolve("kafka"))
                .users(Map.of(KAFKA_USER, password))
                .build();
    }

    private LocalClickHouse clickHouse(String password) {
        return LocalClickHouse.builder(folder.resolve("clickhouse"))
                .credentials(CLICKHOUSE_USER, password)
                .build();
    }

    private static void prepare(LocalKafka kafka, LocalClickHouse clickHouse) throws Exception {
        new Topic(kafka.bootstrapServers(), TOPIC, 1).create();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
            admin.createAcls(List.of(mayRead(ResourceType.TOPIC, TOPIC), mayRead(ResourceType.GROUP, "recount")))
                    .all()
                    .get();
        }
        try (ClickHouseClient client = client(clickHouse, "default", CLICKHOUSE_PASSWORD)) {
            new Installation(client, new Schema(ModelFile.read(MODEL), "recount")).apply(done -> {});
        }
    }

    private static AclBinding mayRead(ResourceType type, String name) {
        return new AclBinding(
                new ResourcePattern(type, name, PatternType.LITERAL),
                new AccessControlEntry("User:" + KAFKA_USER, "*", AclOperation.READ, AclPermissionType.ALLOW));
    }

    private Path configuration(LocalKafka kafka, LocalClickHouse clickHouse, String ofKafka, String ofClickHouse)
            throws IOException {
        Path secrets = Files.createDirectories(folder.resolve("secrets"));
        Path ofClickHouseFile = Files.writeString(secrets.resolve("clickhouse"), ofClickHouse);
        Files.writeString(secrets.resolve("kafka"), ofKafka);
        Files.writeString(secrets.resolve("key"), KEY_PASSWORD);
        Files.writeString(secrets.resolve("rack"), NO_SECRET);
        return Files.writeString(secrets.resolve("recount.yaml"), """
                model.file.path: %s
                kafka.bootstrap.servers: %s
                kafka.topic.names: %s
                kafka.properties:
                  security.protocol: SASL_PLAINTEXT
                  sasl.mechanism: PLAIN
                  sasl.jaas.config: org.apache.kafka.common.security.plain.PlainLoginModule required username="%s" password="${file:kafka}";
                  ssl.key.password: ${file:key}
                  ssl.keystore.password: ${file:key}
                  client.rack: ${file:rack}
                clickhouse.endpoint.url: %s
                clickhouse.user.name: %s
                clickhouse.password.file: %s
                checkpoint.interval.duration: 1 s
                errors.excerpt.bytes: 1000
                """.formatted(
                        MODEL,
                        kafka.loginServers(),
                        TOPIC,
                        KAFKA_USER,
                        clickHouse.httpEndpoint(),
                        CLICKHOUSE_USER,
                        ofClickHouseFile));
    }

    /** What the command line prints, of what is right, what is wrong and what is away. */
    private String commands(Path configuration) throws Exception {
        Recount recount = new Recount(configuration, folder);
        Recount.Ended printed = recount.run("config", "print");
        assertThat(printed.exitCode()).isZero();
        assertThat(printed.out()).contains("***", "${file:kafka}", CLICKHOUSE_USER, NO_SECRET);

        String address = "clickhouse.endpoint.url=http://" + CLICKHOUSE_USER + ":" + URL_PASSWORD + "@127.0.0.1:1";
        Recount.Ended refused = recount.run("config", "check", "--set", address);
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.err()).contains("without user and password");

        Recount.Ended away = recount.run("schema", "check", "--set", "clickhouse.endpoint.url=http://127.0.0.1:1");
        assertThat(away.exitCode()).isEqualTo(3);

        Recount.Ended help = recount.run("run", "--help");
        assertThat(help.out()).contains("--set");
        return Stream.of(printed, refused, away, help)
                .map(Recount.Ended::toString)
                .collect(Collectors.joining());
    }

    private String refusal(StandaloneFlink flink, Path configuration) throws IOException {
        EngineFailure refused = catchThrowableOfType(EngineFailure.class, () -> submit(flink, configuration));
        assertThat(refused).isNotNull();
        String log = submissionLog();
        assertThat(log).contains("Next: ");
        return refused.getMessage() + log;
    }

    private static String submit(StandaloneFlink flink, Path configuration) {
        return flink.submit(new FlinkSubmission(
                ROOT.resolve("job/cli/target/recount.jar"),
                "io.recount.cli.Recount",
                List.of("run", "--config", configuration.toString()),
                Optional.empty(),
                OptionalInt.empty()));
    }

    private String submissionLog() throws IOException {
        return Files.readString(folder.resolve("flink/submit.log"));
    }

    private static long feed(LocalKafka kafka) throws IOException, ExecutionException, InterruptedException {
        List<String> messages = Files.readAllLines(SAMPLE);
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            for (String message : messages) {
                producer.send(new ProducerRecord<>(TOPIC, message.getBytes(StandardCharsets.UTF_8)))
                        .get();
            }
        }
        return messages.size();
    }

    private static void awaitPublished(LocalClickHouse clickHouse, String password, long messages) throws Exception {
        try (ClickHouseClient client = client(clickHouse, "recount", password)) {
            Await.until(
                    () -> number(client, "SELECT max(counters['read']) FROM commits") == messages
                            && number(client, "SELECT count() FROM dead_letters") > 0,
                    DEADLINE,
                    () -> "The sample was not published");
        }
    }

    private static long number(ClickHouseClient client, String select) {
        try {
            return Long.parseLong(client.text(select).strip());
        } catch (ClickHouseFailure e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** The task manager is killed, and the job commits again. */
    private static void crash(StandaloneFlink flink, String job) {
        flink.taskManagers().get(0).kill();
        flink.taskManagers().get(0).start();
        long before = flink.rest().completedCheckpoints(job);
        Await.until(
                () -> flink.rest().completedCheckpoints(job) > before,
                DEADLINE,
                () -> "The job did not come back: " + flink.rest().rootException(job));
    }

    private static void awaitFailure(StandaloneFlink flink, String job, String reason) {
        Await.until(
                () -> flink.rest()
                        .get("/jobs/" + job + "/exceptions")
                        .toString()
                        .contains(reason),
                DEADLINE,
                () -> "The job did not fail by " + reason + ": " + flink.rest().rootException(job));
    }

    /** What the web UI shows of the job and of the cluster. */
    private static String answers(StandaloneFlink flink, String job) {
        StringBuilder answers = new StringBuilder();
        for (String path : List.of(
                "",
                "/config",
                "/exceptions",
                "/plan",
                "/accumulators",
                "/checkpoints",
                "/checkpoints/config",
                "/jobmanager/config",
                "/jobmanager/environment",
                "/metrics")) {
            answers.append(flink.rest().get("/jobs/" + job + path));
        }
        for (JsonNode vertex : flink.rest().get("/jobs/" + job).path("vertices")) {
            String path = "/jobs/" + job + "/vertices/" + vertex.path("id").asText();
            answers.append(flink.rest().get(path)).append(flink.rest().get(path + "/subtasks/metrics"));
        }
        for (String path : List.of("/config", "/environment", "/metrics", "/thread-dump")) {
            answers.append(flink.rest().get("/jobmanager" + path));
        }
        String taskManager = "/taskmanagers/" + flink.taskManagers().get(0).id();
        for (String path : List.of("", "/metrics", "/thread-dump")) {
            answers.append(flink.rest().get(taskManager + path));
        }
        return answers.toString();
    }

    private static String tables(LocalClickHouse clickHouse, String password) throws Exception {
        StringBuilder rows = new StringBuilder();
        try (ClickHouseClient client = client(clickHouse, "recount", password)) {
            String tables = "SELECT name FROM system.tables WHERE database = 'recount' AND engine LIKE '%MergeTree'";
            for (String table : client.text(tables).split("\n")) {
                rows.append(client.text("SELECT * FROM " + table));
            }
            rows.append(client.text("SELECT * FROM errors"));
        }
        assertThat(rows).as("that the tables are not empty").contains("R-000017");
        return rows.toString();
    }

    /** Of all files below the folder whose names end so. */
    private static String contents(Path folder, String ending) throws IOException {
        StringBuilder contents = new StringBuilder();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(file -> file.toString().endsWith(ending))
                    .filter(Files::isRegularFile)
                    .toList()) {
                contents.append(Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
        return contents.toString();
    }

    private static ClickHouseClient client(LocalClickHouse engine, String database, String password) {
        return new ClickHouseClient(
                new ClickHouseAccess(engine.httpEndpoint(), database, CLICKHOUSE_USER, new Secret(password)));
    }
}
