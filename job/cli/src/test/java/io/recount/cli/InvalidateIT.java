package io.recount.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.clickhouse.ClickHouseAccess;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.Secret;
import io.recount.kafka.ControlTopic;
import io.recount.kafka.KafkaAccess;
import io.recount.local.Await;
import io.recount.local.LocalClickHouse;
import io.recount.local.LocalKafka;
import io.recount.pipeline.requests.RequestMessage;
import io.recount.pipeline.requests.RequestMessage.Ask;
import io.recount.pipeline.requests.RequestMessage.Order;
import io.recount.pipeline.requests.RequestMessage.Verb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests on real engines, answered by a test in place of the job. */
class InvalidateIT {

    private static final Path MODELS = Path.of(System.getProperty("recount.root"), "job/models");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Where requests are answered: no other table is needed for that. */
    private static final String ANSWERS = "answers";

    @TempDir
    private static Path folder;

    private static LocalKafka kafka;
    private static LocalClickHouse first;
    private static LocalClickHouse second;

    @BeforeAll
    static void start() throws Exception {
        kafka = LocalKafka.builder(folder.resolve("kafka")).build();
        first = LocalClickHouse.builder(folder.resolve("first")).build();
        second = LocalClickHouse.builder(folder.resolve("second")).build();
        kafka.start();
        first.start();
        second.start();
        execute(first, "default", "CREATE DATABASE " + ANSWERS);
        execute(
                first,
                ANSWERS,
                "CREATE TABLE invalidations (id String, state String, requested_at DateTime64(3, 'UTC') DEFAULT now64(3),"
                        + " from_time DateTime('UTC'), to_time DateTime('UTC'), registers Array(String), reason String,"
                        + " rate UInt64, message String, documents UInt64, expanded UInt64, pages UInt64,"
                        + " recomputed UInt64, changed UInt64, remaining UInt64, eta_seconds UInt64,"
                        + " updated_at DateTime64(3, 'UTC') DEFAULT now64(3)) ENGINE = Memory");
    }

    @AfterAll
    static void stop() {
        second.close();
        first.close();
        kafka.close();
    }

    @Test
    void aRequestIsSentAsItWasMeantAndItsIdPrinted() throws Exception {
        Path config = config("receipts", ANSWERS, "sent", first);
        CommandRun run = CommandRun.of(
                "invalidate",
                "--config",
                config.toString(),
                "--from",
                "2026-01-01",
                "--to",
                "2026-01-02T03:00:00+03:00",
                "--registers",
                "R-1,Ж 2",
                "--registers",
                "R-1",
                "--reason",
                "lost \"on\" the way",
                "--rate",
                "77");
        assertThat(run.exitCode()).as(run.err()).isZero();
        String id = run.out().strip();
        assertThat(run.err()).contains("recount invalidate show " + id + " --config " + config);

        try (ControlTopic topic = topic("sent")) {
            assertThat(messages(topic, 1))
                    .containsExactly(new Ask(
                            id,
                            List.of("R-1", "Ж 2"),
                            Instant.parse("2026-01-01T00:00:00Z"),
                            Instant.parse("2026-01-02T00:00:00Z"),
                            "lost \"on\" the way",
                            77));
        }
    }

    @Test
    void aDryRunCountsOnAllShardsAndSendsNothing() throws Exception {
        Path config = config("receipts", "counted", "counted", first, second);
        assertThat(CommandRun.of("schema", "apply", "--config", config.toString())
                        .exitCode())
                .isZero();
        String columns = "INSERT INTO documents (register, drive, number, shift, printed_at, _offset) VALUES ";
        execute(
                first,
                "counted",
                columns
                        + "('R-1', 'd', 1, 1, '2026-01-01 00:59:59.999999', 1), ('R-1', 'd', 2, 1, '2026-01-01 01:00:00', 2),"
                        + " ('R-1', 'd', 3, 1, '2026-01-01 01:59:59.999999', 3), ('R-1', 'd', 4, 2, '2026-01-01 01:30:00', 4),"
                        + " ('R-1', 'd', 5, 2, '2026-01-01 02:59:59.999999', 5), ('R-1', 'd', 6, 2, '2026-01-01 03:00:00', 6)");
        execute(second, "counted", columns + "('R''2', 'd', 1, 1, '2026-01-01 02:00:00', 1)");
        // One that documents tell of, and one that nothing does.
        execute(
                second,
                "counted",
                "INSERT INTO cells (register, shift, bucket, version) VALUES"
                        + " ('R''2', 1, '2026-01-01 02:00:00', 1), ('R-9', 1, '2026-01-01 02:00:00', 1),"
                        + " ('R-9', 1, '2026-01-01 03:00:00', 1)");

        String[] range = {"--from", "2026-01-01T00:30:00Z", "--to", "2026-01-01T02:30:00Z"};
        assertThat(dryRun(config, range, "--rate", "2"))
                .containsExactly(
                        "registers  documents  cells  documents a second  seconds expected",
                        "        3          5      5                   2                 3");
        assertThat(dryRun(config, range, "--registers", "R'2"))
                .last()
                .isEqualTo("        1          1      1              10,000                 1");
        assertThat(dryRun(config, new String[] {"--from", "2030-01-01", "--to", "2106-02-07T06:28:15Z"}))
                .last()
                .isEqualTo("        0          0      0              10,000                 0");
        try (ControlTopic topic = topic("counted")) {
            assertThat(topic.poll(Duration.ofSeconds(2))).isEmpty();
        }
    }

    @Test
    void aDryRunOfAModelWithoutShiftsCountsToo() throws Exception {
        Path config = config("meters", "metered", "metered", first);
        assertThat(CommandRun.of("schema", "apply", "--config", config.toString())
                        .exitCode())
                .isZero();
        execute(
                first,
                "metered",
                "INSERT INTO documents (meter, reading, taken_at) VALUES ('M-1', 'a', '2026-01-01 00:14:59'),"
                        + " ('M-1', 'b', '2026-01-01 00:15:00'), ('M-1', 'c', '2026-01-01 00:16:00')");
        execute(
                first,
                "metered",
                "INSERT INTO cells (meter, shift, bucket, version) VALUES ('M-1', 0, '2026-01-01 00:15:00', 1)");
        assertThat(dryRun(config, new String[] {"--from", "2026-01-01T00:15:00Z", "--to", "2026-01-01T00:30:00Z"}))
                .last()
                .isEqualTo("        1          2      1              10,000                 1");
    }

    @Test
    void waitingEndsAsTheJobSays() throws Exception {
        Path config = config("receipts", ANSWERS, "waited", first);
        try (ControlTopic topic = topic("waited")) {
            assertThat(waited(config, topic, "done", "").exitCode()).isZero();

            CommandRun refused = waited(config, topic, "refused", "no such register");
            assertThat(refused.exitCode()).isEqualTo(1);
            assertThat(refused.err()).contains("refused: no such register");
            assertThat(waited(config, topic, "cancelled", "").exitCode()).isEqualTo(1);
        }
        CommandRun late = ask(config, "--wait", "--timeout", "1 s");
        assertThat(late.exitCode()).isEqualTo(4);
        assertThat(late.err())
                .contains("It is not done yet, and goes on. recount invalidate show "
                        + late.out().strip());
    }

    @Test
    void requestsAreListedShownAndOrdered() throws Exception {
        Path config = config("receipts", ANSWERS, "ordered", first);
        answer("listed-1", "running", "");
        answer("listed-2", "done", "");

        CommandRun list = CommandRun.of("invalidate", "list", "--config", config.toString());
        assertThat(list.exitCode()).as(list.err()).isZero();
        assertThat(list.out().lines())
                .anySatisfy(line -> assertThat(line).startsWith("listed-1  ").contains("running"))
                .anySatisfy(line -> assertThat(line).startsWith("listed-2  ").contains("done"));
        CommandRun json =
                CommandRun.of("invalidate", "show", "listed-1", "--format", "json", "--config", config.toString());
        assertThat(json.out())
                .contains("\"id\" : \"listed-1\"", "\"registers\" : [ \"R-1\", \"R'2\" ]", "\"documents\" : 7");
        CommandRun sheet = CommandRun.of("invalidate", "show", "listed-2", "--config", config.toString());
        assertThat(sheet.out()).contains("registers  R-1, R'2", "from       2026-01-01T00:00:00Z");

        CommandRun unknown = CommandRun.of("invalidate", "cancel", "listed-3", "--config", config.toString());
        assertThat(unknown.exitCode()).isEqualTo(1);
        assertThat(unknown.err()).contains("There is no request 'listed-3'. Known: ", "listed-1 (running)");
        CommandRun ended = CommandRun.of("invalidate", "pause", "listed-2", "--config", config.toString());
        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(ended.err()).contains("Request listed-2 is done, and there is nothing to pause.");

        List<RequestMessage> expected = new ArrayList<>();
        for (Verb verb : Verb.values()) {
            CommandRun order = CommandRun.of("invalidate", verb.toString(), "listed-1", "--config", config.toString());
            assertThat(order.exitCode()).as(order.err()).isZero();
            expected.add(new Order("listed-1", verb));
        }
        try (ControlTopic topic = topic("ordered")) {
            assertThat(messages(topic, expected.size())).isEqualTo(expected);
        }
    }

    /** Asks, answers in place of the job, and waits for the command's end. */
    private static CommandRun waited(Path config, ControlTopic topic, String state, String message) throws Exception {
        CompletableFuture<CommandRun> run = CompletableFuture.supplyAsync(() -> ask(config, "--wait"));
        String id = messages(topic, 1).get(0).id();
        answer(id, state, message);
        CommandRun ended = run.get(PATIENCE.toSeconds(), java.util.concurrent.TimeUnit.SECONDS);
        assertThat(ended.out().strip()).isEqualTo(id);
        return ended;
    }

    private static CommandRun ask(Path config, String... more) {
        return run(config, new String[] {"--from", "2026-01-01", "--to", "2026-02-01"}, more);
    }

    private static List<String> dryRun(Path config, String[] range, String... more) {
        List<String> options = new ArrayList<>(List.of(more));
        options.add("--dry-run");
        CommandRun run = run(config, range, options.toArray(String[]::new));
        assertThat(run.exitCode()).as(run.err()).isZero();
        return run.out().lines().toList();
    }

    private static CommandRun run(Path config, String[] range, String... more) {
        List<String> arguments = new ArrayList<>(List.of("invalidate", "--config", config.toString(), "--reason", "r"));
        arguments.addAll(List.of(range));
        arguments.addAll(List.of(more));
        return CommandRun.of(arguments.toArray(String[]::new));
    }

    private static void answer(String id, String state, String message) throws Exception {
        execute(
                first,
                ANSWERS,
                "INSERT INTO invalidations (id, state, from_time, to_time, registers, reason, rate, message, documents)"
                        + " VALUES ('" + id + "', '" + state
                        + "', '2026-01-01 00:00:00', '2026-02-01 00:00:00', ['R-1', 'R''2'], 'r', 10000, '" + message
                        + "', 7)");
    }

    private static ControlTopic topic(String name) {
        return new ControlTopic(
                new KafkaAccess(kafka.bootstrapServers(), List.of("receipts"), "tests", Map.of()), name);
    }

    private static List<RequestMessage> messages(ControlTopic topic, int count) {
        List<RequestMessage> messages = new ArrayList<>();
        Await.until(
                () -> {
                    poll(topic)
                            .forEach(each -> messages.add(
                                    RequestMessage.read(Objects.requireNonNull(each.value()), "without-an-id")));
                    return messages.size() >= count;
                },
                PATIENCE,
                () -> "only " + messages + " came");
        return messages;
    }

    private static List<ControlTopic.Message> poll(ControlTopic topic) {
        try {
            return topic.poll(Duration.ofMillis(500));
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this test", e);
        }
    }

    private static Path config(String model, String database, String topic, LocalClickHouse... shards)
            throws Exception {
        StringBuilder yaml = new StringBuilder(
                """
                model.file.path: %s
                kafka.bootstrap.servers: %s
                clickhouse.database.name: %s
                invalidations.topic.name: %s
                clickhouse.endpoint.url:
                """.formatted(MODELS.resolve(model + ".yaml"), kafka.bootstrapServers(), database, topic));
        for (LocalClickHouse shard : shards) {
            yaml.append("  - ").append(shard.httpEndpoint()).append('\n');
        }
        return Files.writeString(folder.resolve(topic + ".yaml"), yaml);
    }

    private static void execute(LocalClickHouse engine, String database, String statement) throws Exception {
        ClickHouseAccess access =
                new ClickHouseAccess(engine.httpEndpoint(), database, engine.user(), new Secret(engine.password()));
        try (ClickHouseClient client = new ClickHouseClient(access)) {
            client.execute(statement);
        }
    }
}
