package io.recount.clickhouse.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.clickhouse.TestFlink;
import io.recount.clickhouse.TestServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The example runs, and is what the README shows. */
final class OrdersJobIT {

    private static final Path ROOT = Path.of(System.getProperty("recount.root"));
    private static final Path SOURCE =
            ROOT.resolve("connectors/clickhouse/src/test/java/io/recount/clickhouse/example/OrdersJob.java");

    @RegisterExtension
    static final MiniClusterExtension FLINK = TestFlink.withSlots(4);

    @TempDir
    static Path folder;

    @Test
    void everyOrderIsThereOnce() throws Exception {
        try (TestServer engine = TestServer.start(folder.resolve("clickhouse"))) {
            TestServer server = engine.database("shop");
            server.execute(
                    "CREATE TABLE orders (id UInt64, customer String, cents Int64) ENGINE = MergeTree ORDER BY id"
                            + " SETTINGS non_replicated_deduplication_window = 1000");

            OrdersJob.main(new String[] {server.access().endpoint().toString()});

            assertThat(server.lines("SELECT count(), uniqExact(id), sum(cents) FROM orders"))
                    .containsExactly("10000\t10000\t50995000");
            assertThat(server.number("SELECT sum(rows) FROM commits WHERE kind = 'commit'"))
                    .isEqualTo(10_000);
            assertThat(server.number("SELECT uniqExact(checkpoint) FROM commits WHERE kind = 'commit'"))
                    .as("commits on the way")
                    .isGreaterThan(1);
        }
    }

    @Test
    void theReadmeShowsIt() throws IOException {
        List<String> readme = Files.readAllLines(ROOT.resolve("README.md"), StandardCharsets.UTF_8);
        int begin = readme.indexOf("```java") + 1;
        List<String> shown = readme.subList(
                begin, begin + readme.subList(begin, readme.size()).indexOf("```"));
        List<String> source = Files.readAllLines(SOURCE, StandardCharsets.UTF_8).stream()
                .map(String::strip)
                .toList();
        assertThat(shown).isNotEmpty();
        assertThat(source).containsSubsequence(shown.stream().map(String::strip).toList());
    }
}
