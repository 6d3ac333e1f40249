package io.recount.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.ZstdOutputStream;
import io.recount.cells.model.ModelFile;
import io.recount.clickhouse.ClickHouseAccess;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.Secret;
import io.recount.demo.LoadProcess;
import io.recount.demo.feed.MessageBag;
import io.recount.demo.feed.Topic;
import io.recount.harness.Feed;
import io.recount.harness.expectation.DeclaredModel;
import io.recount.harness.feed.Disturbances;
import io.recount.harness.feed.Scenario;
import io.recount.local.Await;
import io.recount.local.LocalClickHouse;
import io.recount.local.LocalKafka;
import io.recount.pipeline.schema.Installation;
import io.recount.pipeline.schema.Schema;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files are loaded by the command as people run it, into real engines; every test has a topic of its own. */
class LoadIT {

    private static final Path ROOT = Path.of(System.getProperty("recount.root"));
    private static final Path MODEL = ROOT.resolve("job/models/receipts.yaml");
    private static final int PARTITIONS = 3;
    private static final Duration DEADLINE = Duration.ofMinutes(3);
    private static final int MOST_KILLS = 5;

    @TempDir
    private static Path folder;

    private static LocalKafka kafka;
    private static LocalClickHouse clickHouse;
    private static ClickHouseClient client;
    private static Path configuration;

    @BeforeAll
    static void startEngines() throws Exception {
        kafka = LocalKafka.builder(folder.resolve("kafka")).build();
        kafka.start();
        clickHouse = LocalClickHouse.builder(folder.resolve("clickhouse")).build();
        clickHouse.start();
        ClickHouseAccess access = new ClickHouseAccess(clickHouse.httpEndpoint(), "recount", "default", new Secret(""));
        try (ClickHouseClient administrator = new ClickHouseClient(access.withDatabase("default"))) {
            new Installation(administrator, new Schema(ModelFile.read(MODEL), "recount")).apply(done -> {});
        }
        client = new ClickHouseClient(access);
        List<String> topics = List.of("killed", "twice", "cut", "piped", "stopped");
        topics.forEach(name -> topic(name).create());
        configuration = Files.writeString(folder.resolve("recount.yaml"), """
                model.file.path: %s
                kafka.bootstrap.servers: %s
                kafka.topic.names: [%s]
                clickhouse.endpoint.url: %s
                """.formatted(
                        MODEL, kafka.bootstrapServers(), String.join(", ", topics), clickHouse.httpEndpoint()));
    }

    @AfterAll
    static void stopEngines() {
        client.close();
        clickHouse.close();
        kafka.close();
    }

    @Test
    void killedAtRandomMomentsItLoadsEveryLineOnceAndNamesTheBadOnes() throws Exception {
        long seed = new SplittableRandom().nextLong();
        System.out.println("Seed " + seed);
        SplittableRandom random = new SplittableRandom(seed);
        MessageBag expected = new MessageBag();
        List<Integer> badLines = new ArrayList<>();
        List<byte[]> lines = receipts(seed, 40_000);
        lines.forEach(expected::add);
        for (int i = 0; i < 20; i++) {
            int at = random.nextInt(1, lines.size());
            lines.add(at, ("no message " + i).getBytes(StandardCharsets.UTF_8));
        }
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i)[0] == 'n') {
                badLines.add(i + 1);
            }
        }
        Path file = folder.resolve("killed.jsonl.zst");
        Files.write(file, joined(zstd(lines.subList(0, 30_000)), zstd(lines.subList(30_000, lines.size()))));

        int kills = 0;
        boolean isDone = false;
        while (!isDone) {
            Map<Integer, Long> before = topic("killed").endOffsets();
            try (LoadProcess load = start("killed", file)) {
                boolean unused = Await.within(
                        () -> !load.isAlive() || !topic("killed").endOffsets().equals(before), DEADLINE);
                if (kills < MOST_KILLS
                        && !Await.within(() -> !load.isAlive(), Duration.ofMillis(random.nextInt(500)))) {
                    load.kill();
                    kills++;
                } else {
                    assertThat(load.awaitEnd(DEADLINE)).as(load.words()).isZero();
                    isDone = true;
                }
            }
        }

        MessageBag loaded = MessageBag.committed(topic("killed"));
        assertThat(loaded.holdsTheSameAs(expected))
                .as("seed %d, %d kills: %s, expected %s", seed, kills, loaded, expected)
                .isTrue();
        assertThat(kills).isPositive();
        assertThat(client.text(
                                "SELECT kind, reason, partition, offset FROM errors WHERE topic = 'file:killed.jsonl.zst' ORDER BY offset")
                        .lines())
                .containsExactlyElementsOf(badLines.stream()
                        .map(line -> "dead letter\tNOT_JSON\t0\t" + line)
                        .toList());
        try (LoadProcess again = start("killed", file)) {
            assertThat(again.awaitEnd(DEADLINE)).isZero();
            assertThat(again.words()).contains("killed.jsonl.zst: nothing left");
        }
    }

    @Test
    void aSecondLoadOfAFileEndsTheFirst() throws Exception {
        MessageBag expected = new MessageBag();
        List<byte[]> lines = receipts(2, 3_000);
        lines.forEach(expected::add);
        Path file = Files.write(folder.resolve("twice.jsonl"), plain(lines));
        try (LoadProcess first = start("twice", file, "--rate", "200")) {
            Await.until(
                    () -> topic("twice").endOffsets().values().stream().anyMatch(end -> end > 0),
                    DEADLINE,
                    first::words);
            try (LoadProcess second = start("twice", file)) {
                assertThat(second.awaitEnd(DEADLINE)).as(second.words()).isZero();
            }
            assertThat(first.awaitEnd(DEADLINE)).isEqualTo(3);
            assertThat(first.words())
                    .contains("twice.jsonl: Kafka at ", "another process has begun to append the same input");
        }
        assertThat(MessageBag.committed(topic("twice")).holdsTheSameAs(expected))
                .isTrue();
    }

    @Test
    void aFileThatIsCutOffIsGoneOnWithOnceItIsWholeAndRefusedOnceItHasChanged() throws Exception {
        MessageBag expected = new MessageBag();
        List<byte[]> lines = receipts(3, 4_000);
        lines.forEach(expected::add);
        byte[] whole = joined(gzip(lines.subList(0, 3_000)), gzip(lines.subList(3_000, lines.size())));
        Path file = Files.write(folder.resolve("cut.jsonl.gz"), Arrays.copyOf(whole, whole.length - 20_000));
        assertThat(said("cut", file, 1))
                .containsPattern("cut.jsonl.gz, near byte [0-9,]+ and in line [0-9,]+, ends in the middle of what is"
                        + " compressed: .*Next: get all of it");
        long before = MessageBag.committed(topic("cut")).count();
        assertThat(before).isBetween(2_000L, (long) lines.size() - 1);

        Files.write(file, whole);
        String complete = said("cut", file, 0);
        assertThat(MessageBag.committed(topic("cut")).holdsTheSameAs(expected))
                .as(complete)
                .isTrue();

        lines.set(1_000, lines.get(999));
        assertThat(said("cut", Files.write(folder.resolve("other.jsonl"), plain(lines)), 1))
                .contains(
                        "other.jsonl has changed, or is not the file it seems to be: cut.jsonl.gz, a file with the same first line,",
                        "and this one holds other lines up to there");
        assertThat(MessageBag.committed(topic("cut")).holdsTheSameAs(expected)).isTrue();
    }

    @Test
    void whatIsPipedInUnderANameIsGoneOnWith() throws Exception {
        MessageBag expected = new MessageBag();
        List<byte[]> lines = receipts(4, 2_000);
        lines.forEach(expected::add);
        Path half = Files.write(folder.resolve("half"), plain(lines.subList(0, 1_000)));
        Path all = Files.write(folder.resolve("all"), gzip(lines));
        for (Path input : List.of(half, all)) {
            try (LoadProcess load = LoadProcess.piped(
                    ROOT,
                    configuration,
                    folder.resolve("piped.log"),
                    List.of("--topic", "piped", "--name", "pipe", "-"),
                    input)) {
                assertThat(load.awaitEnd(DEADLINE)).as(load.words()).isZero();
            }
        }
        assertThat(MessageBag.committed(topic("piped")).holdsTheSameAs(expected))
                .isTrue();
    }

    @Test
    void askedToEndItLeavesNoTransactionOpen() throws Exception {
        MessageBag expected = new MessageBag();
        List<byte[]> lines = receipts(5, 3_000);
        lines.forEach(expected::add);
        Path file = Files.write(folder.resolve("stopped.jsonl"), plain(lines));
        try (LoadProcess load = start("stopped", file, "--rate", "500")) {
            Await.until(
                    () -> topic("stopped").endOffsets().values().stream().anyMatch(end -> end > 0),
                    DEADLINE,
                    load::words);
            load.stop();
            assertThat(load.awaitEnd(DEADLINE)).as("128 and SIGTERM").isEqualTo(143);
            assertThat(load.words()).containsPattern("stopped.jsonl: stopped behind line [0-9,]+. Next: load it again");
        }
        assertThat(MessageBag.written(topic("stopped")).count())
                .as("nothing waits to be committed or given up")
                .isEqualTo(MessageBag.committed(topic("stopped")).count());
        String rest = said("stopped", file, 0);
        assertThat(MessageBag.committed(topic("stopped")).holdsTheSameAs(expected))
                .as(rest)
                .isTrue();
    }

    private static String said(String topic, Path file, int exitCode) {
        try (LoadProcess load = start(topic, file)) {
            assertThat(load.awaitEnd(DEADLINE)).as(load.words()).isEqualTo(exitCode);
            return load.words();
        }
    }

    private static LoadProcess start(String topic, Path file, String... more) {
        List<String> arguments = new ArrayList<>(List.of("--topic", topic));
        arguments.addAll(List.of(more));
        arguments.add(file.toString());
        return LoadProcess.start(
                ROOT, configuration, folder.resolve(topic + more.length + ".log"), List.copyOf(arguments));
    }

    private static Topic topic(String name) {
        return new Topic(kafka.bootstrapServers(), name, PARTITIONS);
    }

    /** Messages all of them. */
    private static List<byte[]> receipts(long seed, int documents) throws IOException {
        List<byte[]> lines = new ArrayList<>();
        Scenario scenario = Scenario.of(seed, documents).withDisturbances(Disturbances.none());
        Feed.of(DeclaredModel.read(MODEL), scenario).forEachRemaining(delivery -> lines.add(delivery.value()));
        return lines;
    }

    private static byte[] plain(List<byte[]> lines) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        write(lines, bytes);
        return bytes.toByteArray();
    }

    private static byte[] zstd(List<byte[]> lines) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new ZstdOutputStream(bytes)) {
            write(lines, out);
        }
        return bytes.toByteArray();
    }

    private static byte[] gzip(List<byte[]> lines) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            write(lines, out);
        }
        return bytes.toByteArray();
    }

    private static void write(List<byte[]> lines, OutputStream out) throws IOException {
        for (byte[] line : lines) {
            out.write(line);
            out.write('\n');
        }
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }
}
