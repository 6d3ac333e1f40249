package io.recount.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.demo.clickhouse.ClickHouseHttp;
import io.recount.local.LocalClickHouse;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Servers that are lost and come back, or are added. */
final class BookShards implements AutoCloseable {

    /** In the order in which the run book has the first shard put back. */
    private static final List<String> KEPT =
            List.of("commits", "models", "dead_letters", "log_gaps", "log_gap_repairs", "registers", "documents");

    private static final String CELLS =
            "SELECT register, shift, bucket, documents, errors, net_total FROM %s.cell_report WHERE documents + errors > 0";
    private static final String THIRD = "recount3";

    private final List<LocalClickHouse> added = new ArrayList<>();

    void backUp(BookStage stage) {
        for (String table : KEPT) {
            sql(
                    stage,
                    "CREATE OR REPLACE TABLE default.backup_" + table
                            + " ENGINE = MergeTree ORDER BY tuple() AS SELECT * FROM " + table);
        }
    }

    static String timeOfBackup(BookStage stage) {
        return stage.afterwards()
                .lines("SELECT max(committed_at) FROM default.backup_commits")
                .get(0);
    }

    void putBack(BookStage stage) {
        for (String table : KEPT) {
            // A table that was altered has its columns in another order now.
            String columns = stage.afterwards()
                    .lines("SELECT arrayStringConcat(groupArray(concat('`', name, '`')), ', ') FROM system.columns"
                            + " WHERE database = 'default' AND table = 'backup_" + table + "'")
                    .get(0);
            sql(stage, "INSERT INTO %1$s (%2$s) SELECT %2$s FROM default.backup_%1$s".formatted(table, columns));
        }
    }

    /** Two new servers in front of the old one, which is the third. */
    void add(BookStage stage) {
        for (String name : List.of("second", "third")) {
            LocalClickHouse server = LocalClickHouse.builder(stage.file(name)).build();
            added.add(server);
            server.start();
        }
        List<String> endpoints = Stream.concat(added.stream().map(LocalClickHouse::httpEndpoint), Stream.of(old(stage)))
                .map(URI::toString)
                .toList();
        stage.write(
                "recount3.yaml",
                stage.read("recount.yaml")
                                .replaceAll(
                                        "(?m)^clickhouse.endpoint.url: .*$", "clickhouse.endpoint.url: " + endpoints)
                                .replace("clickhouse.database.name: recount\n", "clickhouse.database.name: recount3\n")
                        + "kafka.group.id: recount3\ninvalidations.topic.name: recount3.invalidations\n");
    }

    /** The engine of the tests answers no server, only HTTP: so what the statement of the book gets by {@code remote} comes by an address. */
    void fillOthers(BookStage stage) {
        for (int shard = 0; shard < added.size(); shard++) {
            String rows = "SELECT * REPLACE (0 AS _timeline) FROM documents WHERE xxHash64(register) % 3 = " + shard
                    + " FORMAT Native";
            String address = old(stage) + "/?database=recount&query=" + URLEncoder.encode(rows, StandardCharsets.UTF_8);
            on(added.get(shard).httpEndpoint())
                    .execute("INSERT INTO documents SELECT * FROM url('" + address + "', Native)");
        }
    }

    /** Both databases say the same of every cell. */
    void compare(BookStage stage) {
        List<String> old = rows(old(stage), "recount");
        List<String> parts = Stream.concat(added.stream().map(LocalClickHouse::httpEndpoint), Stream.of(old(stage)))
                .flatMap(endpoint -> rows(endpoint, THIRD).stream())
                .toList();
        assertThat(old).hasSizeGreaterThan(100);
        assertThat(parts).containsExactlyInAnyOrderElementsOf(old);
    }

    private static List<String> rows(URI endpoint, String database) {
        return Afterwards.lines(on(endpoint), CELLS.formatted(database));
    }

    private static ClickHouseHttp on(URI endpoint) {
        return new ClickHouseHttp(endpoint, THIRD);
    }

    private static URI old(BookStage stage) {
        return stage.run().engines().clickHouse().httpEndpoint();
    }

    private static void sql(BookStage stage, String statement) {
        stage.run().clickHouse().execute(statement);
    }

    @Override
    public void close() {
        added.forEach(LocalClickHouse::close);
    }
}
