package io.recount.pipeline.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.recount.cells.yaml.InvalidFileException;
import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.Tls;
import io.recount.kafka.GapPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.ConfigOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsReaderTest {

    private static final String VALID = """
            model.file.path: receipts.yaml
            kafka:
              bootstrap.servers: broker:9092
              topic:
                names: [receipts, more]
            clickhouse.endpoint.url: http://db:8123
            clickhouse.password.variable: DB_PASSWORD
            checkpoint.interval.duration: 1 s
            """;
    private static final Map<String, String> ENVIRONMENT = Map.of("DB_PASSWORD", "s3cret-marker");

    @TempDir
    private Path folder;

    @Test
    void nestedAndDottedKeysMeanTheSame() throws Exception {
        Settings settings = read(VALID, Map.of());

        assertThat(settings.modelFile()).isEqualTo(folder.resolve("receipts.yaml"));
        assertThat(settings.kafka().bootstrapServers()).isEqualTo("broker:9092");
        assertThat(settings.kafka().topics()).containsExactly("receipts", "more");
        assertThat(settings.clickHouse().first().endpoint()).hasToString("http://db:8123");
        assertThat(settings.clickHouse().first().password().reveal()).isEqualTo("s3cret-marker");
        assertThat(settings.checkpointInterval()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void whatIsNotSetHasItsDefault() throws Exception {
        Settings settings = read(VALID, Map.of());

        assertThat(settings.kafka().groupId()).isEqualTo("recount");
        assertThat(settings.kafkaGapPolicy()).isEqualTo(GapPolicy.REFUSE);
        assertThat(settings.kafka().properties()).isEmpty();
        assertThat(settings.clickHouse().first().database()).isEqualTo("recount");
        assertThat(settings.clickHouse().first().user()).isEqualTo("default");
        assertThat(settings.commitBudget()).isEqualTo(Duration.ofMinutes(8));
        assertThat(settings.watermarkDelay()).isEqualTo(Duration.ofMinutes(5));
        assertThat(settings.watermarkIdleness()).isEqualTo(Duration.ofMinutes(1));
        assertThat(settings.stateCacheBytes()).isEqualTo(256L << 20);
        assertThat(settings.stateHot()).isEqualTo(Duration.ofDays(7));
        assertThat(settings.messageBytes()).isEqualTo(4 << 20);
        assertThat(settings.excerptBytes()).isZero();
        assertThat(settings.invalidationsTopic()).isEqualTo("recount.invalidations");
        assertThat(settings.invalidationsRate()).isEqualTo(10_000);
        assertThat(settings.frozen().isDrawn()).isFalse();
        assertThat(settings.sweep()).isNull();
    }

    @Test
    void topicsOnTheCommandLineAreSeparatedByCommas() throws Exception {
        assertThat(read(VALID, Map.of("kafka.topic.names", "one, two")).kafka().topics())
                .containsExactly("one", "two");
    }

    @Test
    void severalAddressesAreShards() throws Exception {
        ClickHouseCluster listed =
                read(VALID.replace("http://db:8123", """

                          - http://db:8123
                          - http://db2:8123 weight 3"""), Map.of()).clickHouse();
        assertThat(listed.weights()).containsExactly(1, 3);
        assertThat(listed.shards())
                .extracting(shard -> shard.access().endpoint().toString())
                .containsExactly("http://db:8123", "http://db2:8123");
        assertThat(listed.shard(1).password().reveal()).isEqualTo("s3cret-marker");
        String onOneLine = "http://db:8123; http://db2:8123  weight 3";
        assertThat(read(VALID, Map.of("clickhouse.endpoint.url", onOneLine)).clickHouse())
                .isEqualTo(listed);
    }

    @Test
    void aWrongAddressOfSeveralIsNamedByItsLine() {
        assertThatThrownBy(() -> read(VALID.replace("http://db:8123", """

                          - http://db:8123 weight 0
                          - ftp://db2:8123
                          - http://db3:8123
                          - http://user:hunter2@db4:8123
                          - http://DB3:8123/ weight 2
                          - http://db5:8123 2"""), Map.of()))
                .hasMessageContaining("recount.yaml:7:")
                .hasMessageContaining("clickhouse.endpoint.url: has a weight of 0")
                .hasMessageContaining("recount.yaml:8:")
                .hasMessageContaining("clickhouse.endpoint.url: is no address")
                .hasMessageContaining("recount.yaml:10:")
                .hasMessageContaining("recount.yaml:11:")
                .hasMessageContaining("clickhouse.endpoint.url: names a server twice")
                .hasMessageContaining("recount.yaml:12:")
                .hasMessageNotContaining("recount.yaml:9:")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void whatMayBeAPasswordIsNotShown() {
        assertThatThrownBy(() -> read(VALID, Map.of("clickhouse.password.variable", "hunter2-!")))
                .hasMessageContaining("is no name of an environment variable")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void aPasswordMayLieInAFile() throws Exception {
        Path secret = Files.writeString(folder.resolve("password"), "f1le-marker\n");
        String yaml = VALID.replace("password.variable: DB_PASSWORD", "password.file: " + secret);
        Settings settings = read(yaml, Map.of());

        assertThat(settings.clickHouse().first().password().reveal()).isEqualTo("f1le-marker");
        assertThat(settings.toString()).doesNotContain("f1le-marker");
        assertThatThrownBy(() -> read(VALID, Map.of("clickhouse.password.file", secret.toString())))
                .hasMessageContaining("are both set");
        assertThatThrownBy(() -> read(yaml, Map.of("clickhouse.password.file", "hunter2/none")))
                .hasMessageContaining("clickhouse.password.file: cannot be read")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void relativeNamesOfFilesStartAtTheConfiguration() throws Exception {
        Files.writeString(folder.resolve("password"), "f1le-marker");
        Path ca = Files.writeString(folder.resolve("ca.pem"), "");
        Settings settings = read(
                VALID.replace("password.variable: DB_PASSWORD", "password.file: password"),
                Map.of("clickhouse.endpoint.url", "https://db:8443", "clickhouse.tls.ca.file", "ca.pem"));

        assertThat(settings.clickHouse().first().password().reveal()).isEqualTo("f1le-marker");
        assertThat(settings.clickHouse().first().tls()).isEqualTo(new Tls(ca.toString(), "", ""));
    }

    @Test
    void filesOfCertificatesAreForHttps() throws Exception {
        String ca = Files.writeString(folder.resolve("ca.pem"), "").toString();
        String https = "https://db:8443";
        assertThat(read(VALID, Map.of("clickhouse.endpoint.url", https, "clickhouse.tls.ca.file", ca))
                        .clickHouse()
                        .first()
                        .tls())
                .isEqualTo(new Tls(ca, "", ""));
        assertThatThrownBy(() -> read(VALID, Map.of("clickhouse.tls.ca.file", ca)))
                .hasMessageContaining("clickhouse.tls.ca.file: is for https addresses");
        assertThatThrownBy(
                        () -> read(VALID, Map.of("clickhouse.endpoint.url", https, "clickhouse.tls.ca.file", ca + "x")))
                .hasMessageContaining("clickhouse.tls.ca.file: cannot be read");
        assertThatThrownBy(() ->
                        read(VALID, Map.of("clickhouse.endpoint.url", https, "clickhouse.tls.certificate.file", ca)))
                .hasMessageContaining("Set clickhouse.tls.key.file too, or neither.");
    }

    @Test
    void theCommandLineWinsOverTheFile() throws Exception {
        assertThat(read(VALID, Map.of("checkpoint.interval.duration", "30 s")).checkpointInterval())
                .isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void noSecretIsPrinted() throws Exception {
        assertThat(read(VALID, Map.of()).toString()).doesNotContain("s3cret-marker");
    }

    @Test
    void propertiesOfKafkasClientsArePassedOnWithTheirSecrets() throws Exception {
        Files.writeString(folder.resolve("ca.pem"), "-----BEGIN\n$1\\n-----END\n");
        Settings settings = read(VALID + """
                kafka.properties:
                  security.protocol: SASL_SSL
                  sasl:
                    mechanism: PLAIN
                    jaas.config: 'module required username="me" password="${env:DB_PASSWORD}";'
                  ssl.truststore.certificates: ${file:ca.pem}
                  ssl.enabled.protocols: [TLSv1.2, TLSv1.3]
                kafka.properties.fetch.min.bytes: 1
                """, Map.of("kafka.properties.fetch.max.wait.ms", "5"));

        assertThat(settings.kafka().properties())
                .containsOnly(
                        Map.entry("security.protocol", "SASL_SSL"),
                        Map.entry("sasl.mechanism", "PLAIN"),
                        Map.entry("sasl.jaas.config", "module required username=\"me\" password=\"s3cret-marker\";"),
                        Map.entry("ssl.truststore.certificates", "-----BEGIN\n$1\\n-----END"),
                        Map.entry("ssl.enabled.protocols", "TLSv1.2,TLSv1.3"),
                        Map.entry("fetch.min.bytes", "1"),
                        Map.entry("fetch.max.wait.ms", "5"));
        assertThat(settings.toString()).doesNotContain("s3cret-marker", "BEGIN");
    }

    @Test
    void everyOptionHasItsValueAndItsSource() throws Exception {
        Path file = Files.writeString(folder.resolve("recount.yaml"), VALID + """
                kafka.properties:
                  security.protocol: SASL_SSL
                  sasl.jaas.config: 'module required username="me" password="${env:DB_PASSWORD}";'
                  ssl.truststore.location: ${env:STORE}
                  vault.role: s3cret-marker
                """);
        List<EffectiveOption> effective = SettingsReader.effective(
                file,
                Map.of("commit.budget.duration", "60 s"),
                Map.of("DB_PASSWORD", "s3cret-marker", "STORE", "/etc/store.jks"));

        assertThat(effective)
                .extracting(EffectiveOption::key)
                .startsWith(Options.all().stream().map(ConfigOption::key).toArray(String[]::new));
        assertThat(effective)
                .contains(
                        new EffectiveOption("kafka.topic.names", "[receipts, more]", file + ":5"),
                        new EffectiveOption("kafka.gap.policy", "refuse", "default"),
                        new EffectiveOption("clickhouse.password.variable", "DB_PASSWORD", file + ":7"),
                        new EffectiveOption("clickhouse.password.file", "", "default"),
                        new EffectiveOption("commit.budget.duration", "1 min", "--set"),
                        new EffectiveOption("state.cache.bytes", "256 mb", "default"))
                .endsWith(
                        new EffectiveOption(
                                "kafka.properties.sasl.jaas.config", "***", file + ":11, ${env:DB_PASSWORD}"),
                        new EffectiveOption("kafka.properties.security.protocol", "SASL_SSL", file + ":10"),
                        new EffectiveOption(
                                "kafka.properties.ssl.truststore.location",
                                "/etc/store.jks",
                                file + ":12, ${env:STORE}"),
                        new EffectiveOption("kafka.properties.vault.role", "***", file + ":13"));
        assertThat(effective.toString()).doesNotContain("s3cret-marker");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            kafka.properties.group.id: x | 9:28: kafka.properties.group.id: is the job's own. Set kafka.group.id instead.
            kafka.properties.isolation.level: x | is the job's own. Remove it: the job sets it
            kafka.properties.ssl.key.password: hunter2 | 9:36: kafka.properties.ssl.key.password: holds a secret in plain sight. Write ${env:NAME}
            kafka.properties.sasl.jaas.config: m required password="hunter2"; | holds a secret in plain sight
            kafka.properties.vault.token: hunter2 | holds a secret in plain sight
            kafka.properties.ssl.key.password: *hunter2 | not YAML: found undefined alias
            kafka.properties.ssl.key.password: !hunter2!x y | not YAML: found undefined tag handle
            kafka.properties.ssl.key.password: ${env:GONE} | refers to the variable GONE, which is not set. Export it where the job is submitted.
            kafka.properties.ssl.key.password: ${env:hunter2-} | refers to no name of an environment variable
            kafka.properties.ssl.key.password: ${file:gone.txt} | refers to the file gone.txt, which can't be read. Put it there
            kafka.properties.ssl.key.password: ${vault:x} | holds a reference of no known kind. Write ${env:NAME} or ${file:PATH}.
            kafka.propertis.sasl.mechanism: x | unknown option. Did you mean 'kafka.properties.sasl.mechanism'?
            kafka.security.protocol: x | unknown option. Did you mean 'kafka.properties.security.protocol'?
            kafka.gap.polcy: x | unknown option. Did you mean 'kafka.gap.policy'?
            kafka.gap.policy: ignore | kafka.gap.policy: has a value of the wrong form. A valid one is refuse.
            """)
    void wrongPropertiesAreRefusedWithoutShowingSecrets(String line, String message) {
        assertThatThrownBy(() -> read(VALID + line + "\n", Map.of()))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining(message)
                .hasMessageNotContaining("hunter2");
    }

    @ParameterizedTest(name = "{0} -> {2}")
    @CsvSource(delimiter = '|', textBlock = """
            model.file.path: receipts.yaml | | 1:1: model.file.path: is missing. Set it, for example to receipts.yaml.
            bootstrap.servers: broker:9092 | bootstrap.server: broker:9092 | 3:21: kafka.bootstrap.server: unknown option. Did you mean 'kafka.bootstrap.servers'?
            bootstrap.servers: broker:9092 | bootstrap.servers: '' | 3:22: kafka.bootstrap.servers: is missing. Set it, for example to localhost:9092.
            http://db:8123 | db | 6:26: clickhouse.endpoint.url: is no address. Write http://host:8123, without user and password.
            http://db:8123 | http://me:pw@db:8123 | 6:26: clickhouse.endpoint.url: is no address. Write http://host:8123, without user and password.
            DB_PASSWORD | OTHER | 7:31: clickhouse.password.variable: names a variable that is not set. Export it where the job is submitted.
            DB_PASSWORD | hunter2! | 7:31: clickhouse.password.variable: is no name of an environment variable.
            broker:9092 | broker | 3:22: kafka.bootstrap.servers: is no list of brokers. Write host:port,host:port.
            receipts, more | re ceipts | 5:12: kafka.topic.names: names no topic.
            1 s | 10 ms | 8:31: checkpoint.interval.duration: is 10 ms. Write a duration from 1 s to 600 s.
            1 s | soon | 8:31: checkpoint.interval.duration: has a value of the wrong form. A valid one is PT10S.
            receipts, more | [receipts] | 5:13: kafka.topic.names[1]: must be text but is a list
            kafka: | kafka: [ | not YAML
            1 s | {} | 8:31: checkpoint.interval.duration: is empty
            """)
    void refusesNamingLineAndMend(String valid, String wrong, String message) {
        String yaml = VALID.replace(valid, wrong == null ? "" : wrong);

        InvalidFileException refused = catchThrowableOfType(InvalidFileException.class, () -> read(yaml, Map.of()));
        assertThat(refused)
                .hasMessageContaining(folder.resolve("recount.yaml") + ":")
                .hasMessageContaining(message);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            invalidations.topic.name | more | is a topic with documents. Name another one
            invalidations.topic.name | a topic | names no topic. Write a name of letters
            invalidations.document.rate | 0 | is 0. Write 1 to 10000000.
            invalidations.document.rate | 10000001 | is 10000001. Write 1 to 10000000.
            retention.frozen.before | 2025-02-29 | is no day from 1970 on. Write one such as 2025-01-01.
            sweep.daily.time | 24:00 | is no time of a day. Write one such as 02:00.
            retention.frozen.before | 1969-12-31 | is no day from 1970 on. Write one such as 2025-01-01.
            """)
    void wrongValuesAreRefusedWithAMend(String key, String value, String message) {
        assertThatThrownBy(() -> read(VALID, Map.of(key, value))).hasMessageContaining("--set " + key + ": " + message);
    }

    @Test
    void allProblemsAreFoundAtOnce() {
        assertThatThrownBy(() ->
                        read("kafka.topic.name: x\ndecode.message.bytes: 5\n", Map.of("clickhouse.databse.name", "y")))
                .hasMessageContaining("1:19: kafka.topic.name: unknown option")
                .hasMessageContaining("2:23: decode.message.bytes: is 5")
                .hasMessageContaining("model.file.path: is missing")
                .hasMessageContaining("--set clickhouse.databse.name: unknown option");
    }

    @Test
    void aMissingFileIsRefused() {
        assertThatThrownBy(() -> SettingsReader.read(folder.resolve("none.yaml"), Map.of(), Map.of()))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining("there is no such file");
    }

    private Settings read(String yaml, Map<String, String> overrides) throws Exception {
        Path file = Files.writeString(folder.resolve("recount.yaml"), yaml);
        return SettingsReader.read(file, overrides, ENVIRONMENT);
    }
}
