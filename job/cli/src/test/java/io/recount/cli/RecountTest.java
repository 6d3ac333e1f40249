package io.recount.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.pipeline.options.Options;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecountTest {

    private static final Path RECEIPTS = Path.of(System.getProperty("recount.root"), "job/models/receipts.yaml");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"run", "schema apply", "schema print", "config check", "config print"})
    void aWrongConfigurationIsRefusedBeforeAnythingStarts(String command) throws Exception {
        Path config =
                write("recount.yaml", "kafka.bootstrap.server: broker:9092\ncheckpoint.interval.duration: 1 ms\n");
        CommandRun result = CommandRun.of((command + " --config " + config).split(" "));

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.err().lines())
                .contains(
                        config
                                + ":1:25: kafka.bootstrap.server: unknown option. Did you mean 'kafka.bootstrap.servers'?",
                        config + ":2:31: checkpoint.interval.duration: is 1 ms. Write a duration from 1 s to 600 s.",
                        "Nothing was started.");
    }

    @Test
    void aWrongModelIsRefusedBeforeAnythingStarts() throws Exception {
        Path model = write(
                "model.yaml",
                Files.readString(RECEIPTS).replace("sum: tips", "sum: tip").replace("bucket: 1h", "bucket: 2h"));
        CommandRun result = CommandRun.of("run", "--config", config(model).toString());

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.err().lines())
                .anySatisfy(line -> assertThat(line).startsWith(model + ":").contains("Did you mean 'tips'?"))
                .anySatisfy(line ->
                        assertThat(line).startsWith(model + ":").contains("2h").contains("Write bucket: 15m or 1h."))
                .contains("Nothing was started.");
    }

    @Test
    void configCheckSaysThatAllIsValid() throws Exception {
        CommandRun result =
                CommandRun.of("config", "check", "--config", config(RECEIPTS).toString());

        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).contains("are valid");
    }

    @Test
    void configPrintSaysWhereValuesComeFrom() throws Exception {
        Path config = config(RECEIPTS);
        CommandRun result = CommandRun.of(
                "config", "print", "--config", config.toString(), "--set", "checkpoint.interval.duration=1 s");

        assertThat(result.exitCode()).isZero();
        assertThat(result.out().lines().map(line -> line.strip().replaceAll("  +", " | ")))
                .contains(
                        "kafka.bootstrap.servers | 127.0.0.1:9092 | " + config + ":2",
                        "checkpoint.interval.duration | 1 s | --set",
                        "watermark.delay.duration | 5 min | default");

        CommandRun json = CommandRun.of("config", "print", "--config", config.toString(), "--format", "json");
        assertThat(json.out().lines().map(String::strip).filter(line -> line.startsWith("\"option\"")))
                .startsWith("\"option\" : \"model.file.path\",", "\"option\" : \"kafka.bootstrap.servers\",")
                .hasSameSizeAs(Options.all());
    }

    @Test
    void modelCheckCounts() {
        CommandRun result = CommandRun.of("model", "check", RECEIPTS.toString());

        assertThat(result.exitCode()).isZero();
        assertThat(result.out())
                .isEqualToIgnoringNewLines("receipts: 31 fields, 42 columns, 251 measures, buckets of 60 min");
    }

    @Test
    void schemaPrintWritesStatementsThatPeopleCanRun() throws Exception {
        CommandRun result =
                CommandRun.of("schema", "print", "--config", config(RECEIPTS).toString());

        assertThat(result.exitCode()).isZero();
        assertThat(result.out())
                .contains("CREATE TABLE IF NOT EXISTS `recount`.cells")
                .contains("CREATE OR REPLACE VIEW `recount`.measures");
    }

    @Test
    void schemaPrintNamesTheShards() throws Exception {
        CommandRun result = CommandRun.of(
                "schema",
                "print",
                "--config",
                config(RECEIPTS).toString(),
                "--set",
                "clickhouse.endpoint.url=http://a:8123;http://b:8123 weight 2");

        assertThat(result.exitCode()).isZero();
        assertThat(result.out())
                .contains("-- To be run on ClickHouse at http://a:8123 (shard 1 of 2)")
                .contains("-- To be run on ClickHouse at http://b:8123 (shard 2 of 2)")
                .containsOnlyOnce("CREATE TABLE IF NOT EXISTS `recount`.cells");
    }

    @Test
    void schemaPrintWritesReportsOverAllShards() throws Exception {
        CommandRun result =
                CommandRun.of("schema", "print", "--config", config(RECEIPTS).toString(), "--cluster", "till");

        assertThat(result.exitCode()).isZero();
        assertThat(result.out())
                .contains("CREATE OR REPLACE TABLE `recount_all`.cells AS `recount`.cells")
                .contains("Distributed('till', 'recount', cells, xxHash64(`register`))")
                .contains("CREATE OR REPLACE VIEW `recount_all`.store_day_report")
                .doesNotContain("MergeTree");
    }

    @Test
    void anEngineThatIsAwayIsNamed() throws Exception {
        CommandRun result = CommandRun.of(
                "schema",
                "apply",
                "--config",
                config(RECEIPTS).toString(),
                "--set",
                "clickhouse.endpoint.url=http://127.0.0.1:1");

        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.err()).contains("ClickHouse at http://127.0.0.1:1 did not take the schema");
    }

    @Test
    void toBeginAnewAndToGoOnExcludeEachOther() throws Exception {
        CommandRun result =
                CommandRun.of("run", "--config", config(RECEIPTS).toString(), "--set", "start.from=ledger", "--forget");

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("--forget begins anew, and start.from=ledger goes on");
    }

    @Test
    void aWrongOptionIsAUsageError() {
        CommandRun result = CommandRun.of("schema", "apply", "--confg", "x");

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("--config");
    }

    private Path config(Path model) throws Exception {
        return write("valid.yaml", """
                model.file.path: %s
                kafka.bootstrap.servers: 127.0.0.1:9092
                clickhouse.endpoint.url: http://127.0.0.1:8123
                """.formatted(model));
    }

    private Path write(String name, String text) throws Exception {
        return Files.writeString(folder.resolve(name), text);
    }
}
