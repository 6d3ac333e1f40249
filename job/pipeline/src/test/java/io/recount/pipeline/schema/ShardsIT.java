package io.recount.pipeline.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.recount.cells.model.Model;
import io.recount.cells.model.ModelFile;
import io.recount.clickhouse.ClickHouseAccess;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.ClickHouseCluster.Shard;
import io.recount.clickhouse.Secret;
import io.recount.clickhouse.check.Difference;
import io.recount.local.LocalClickHouse;
import io.recount.pipeline.StartCheck;
import io.recount.pipeline.tables.ShardKey;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where rows lie: what the job, the statements of {@code sql/} and the engine say of it. */
class ShardsIT {

    private static final long SEED = 20_261_131;
    private static final int KEYS = 5_000;

    /** First code points of stretches that hold letters, digits, signs or nothing yet; one needs two UTF-16 units. */
    private static final int[] ALPHABETS = {0x20, 0x7F, 0x410, 0x5D0, 0x4E00, 0xAC00, 0xE000, 0x1F600, 0x10FF00};

    private static final Model MODEL =
            ModelFile.read(Path.of(System.getProperty("recount.root"), "job/models/receipts.yaml"));

    @TempDir
    private static Path folder;

    private static LocalClickHouse first;
    private static LocalClickHouse second;

    @BeforeAll
    static void start() {
        first = LocalClickHouse.builder(folder.resolve("first")).build();
        second = LocalClickHouse.builder(folder.resolve("second")).build();
        first.start();
        second.start();
    }

    @AfterAll
    static void stop() {
        first.close();
        second.close();
    }

    @Test
    void theJobRoutesAsTheServerDoes() throws Exception {
        List<String> keys = keys();
        Schema schema = new Schema(MODEL, "routes");
        try (ClickHouseClient client = new ClickHouseClient(access(first, "default"))) {
            client.execute("CREATE TABLE keys (place UInt32, register String) ENGINE = Memory");
            client.execute("INSERT INTO keys VALUES "
                    + IntStream.range(0, keys.size())
                            .mapToObj(i -> "(" + i + ", " + Schema.literal(keys.get(i)) + ")")
                            .collect(Collectors.joining(", ")));
            for (int[] weights : new int[][] {{1}, {1, 1}, {3, 1, 2}, {1000, 999, 7, 1}}) {
                ClickHouseCluster cluster = cluster(weights);
                String inSql = client.text("SELECT arrayStringConcat(groupArray(toString(shard)), ' ') FROM (SELECT "
                        + schema.shardNumber(cluster.weights()) + " AS shard FROM keys ORDER BY place)");
                String inJava = keys.stream()
                        .map(key -> Integer.toString(cluster.shardOf(ShardKey.hash(key))))
                        .collect(Collectors.joining(" "));
                assertThat(inSql.strip()).as("weights " + cluster.weights()).isEqualTo(inJava);
            }
            String slots = client.text("SELECT arrayStringConcat(groupArray(toString(slot)), ' ') FROM"
                    + " (SELECT xxHash64(register) % 7 AS slot FROM keys ORDER BY place)");
            assertThat(slots.strip())
                    .isEqualTo(keys.stream()
                            .map(key -> Long.toString(Long.remainderUnsigned(ShardKey.hash(key), 7)))
                            .collect(Collectors.joining(" ")));
        }
    }

    @Test
    void theCheckNamesTheShardAndRowsThatBelongOnAnother() throws Exception {
        ClickHouseCluster cluster = new ClickHouseCluster(
                List.of(new Shard(access(first, "shop"), 1), new Shard(access(second, "shop"), 1)));
        StartCheck check = new StartCheck(cluster, MODEL);
        install(first);
        assertThat(check.differences())
                .extracting(Difference::place)
                .containsExactly(cluster.nameOf(1) + ", database shop");
        install(second);
        assertThat(check.differences()).isEmpty();

        String register = keys().stream()
                .filter(key -> cluster.shardOf(ShardKey.hash(key)) == 0)
                .findFirst()
                .orElseThrow();
        String insert = "INSERT INTO cells (register) VALUES (" + Schema.literal(register) + ")";
        execute(first, insert);
        assertThat(check.differences()).isEmpty();
        execute(second, insert);
        assertThat(check.differences())
                .extracting(Difference::place, Difference::is)
                .containsExactly(tuple(cluster.nameOf(1) + ", table cells", "with rows that belong on another shard"));
    }

    /** Of one shard: the engine cannot ask another one, so how two answer together is not shown here. */
    @Test
    void reportsOfAllShardsReadTheTables() throws Exception {
        Path configuration = Files.writeString(folder.resolve("cluster.xml"), """
                <clickhouse>
                  <tcp_port>9000</tcp_port>
                  <remote_servers><till><shard><replica>
                    <host>127.0.0.1</host><port>9000</port>
                  </replica></shard></till></remote_servers>
                </clickhouse>
                """);
        AllShards all = new AllShards(MODEL, "shop", "till");
        try (LocalClickHouse engine = LocalClickHouse.builder(folder.resolve("clustered"))
                .configuration(configuration)
                .build()) {
            engine.start();
            install(engine);
            try (ClickHouseClient client = new ClickHouseClient(access(engine, "default"))) {
                for (Schema.Statement statement : all.statements()) {
                    client.execute(statement.sql());
                }
                client.execute(
                        "INSERT INTO shop.shifts (register, documents, version) VALUES ('R', 1, 1), ('R', 2, 2)");
                assertThat(client.text("SELECT register, documents FROM shop_all.shift_report"))
                        .isEqualTo("R\t2\n");
                for (Schema.Statement view : new Schema(MODEL, "shop_all").views()) {
                    client.execute("SELECT * FROM shop_all." + view.object() + arguments(view.sql()));
                }
                assertThat(
                                client.text(
                                        "SELECT name FROM system.tables WHERE database = 'shop_all'"
                                                + " AND engine = 'Distributed' AND engine_full LIKE '%xxHash64(register)%' ORDER BY name"))
                        .isEqualTo("cells\ndocuments\nfield_cells\nregisters\nshifts\n");
            }
        }
    }

    /** Something for each parameter of a view. */
    static String arguments(String view) {
        Map<String, String> something = new TreeMap<>(Map.of(
                "registers", "['R']",
                "stores", "['S']",
                "from", "'2025-01-01 00:00:00'",
                "to", "'2025-02-01 00:00:00'",
                "zone", "'Europe/Berlin'",
                "keys", "[('R', 1)]",
                "field", "'promo'"));
        something.keySet().removeIf(name -> !view.contains("{" + name + ":"));
        return something.isEmpty()
                ? ""
                : something.entrySet().stream()
                        .map(each -> each.getKey() + " = " + each.getValue())
                        .collect(Collectors.joining(", ", "(", ")"));
    }

    private static List<String> keys() {
        System.out.println("Seed " + SEED);
        SplittableRandom random = new SplittableRandom(SEED);
        Set<String> keys = new LinkedHashSet<>(List.of("R-000001", "Касса", "a'b\\c", "\t", "\n"));
        while (keys.size() < KEYS) {
            int alphabet = ALPHABETS[random.nextInt(ALPHABETS.length)];
            int[] points = new int[random.nextInt(1, 70)];
            Arrays.setAll(points, i -> alphabet + random.nextInt(64));
            keys.add(new String(points, 0, points.length));
        }
        return new ArrayList<>(keys);
    }

    private static void install(LocalClickHouse engine) throws Exception {
        try (ClickHouseClient client = new ClickHouseClient(access(engine, "default"))) {
            new Installation(client, new Schema(MODEL, "shop")).apply(done -> {});
        }
    }

    private static void execute(LocalClickHouse engine, String statement) throws Exception {
        try (ClickHouseClient client = new ClickHouseClient(access(engine, "shop"))) {
            client.execute(statement);
        }
    }

    /** Of servers that nobody asks. */
    private static ClickHouseCluster cluster(int... weights) {
        return new ClickHouseCluster(IntStream.range(0, weights.length)
                .mapToObj(i -> new Shard(
                        new ClickHouseAccess(
                                URI.create("http://shard" + i + ":8123"), "shop", "default", new Secret("")),
                        weights[i]))
                .toList());
    }

    private static ClickHouseAccess access(LocalClickHouse engine, String database) {
        return new ClickHouseAccess(engine.httpEndpoint(), database, engine.user(), new Secret(engine.password()));
    }
}
