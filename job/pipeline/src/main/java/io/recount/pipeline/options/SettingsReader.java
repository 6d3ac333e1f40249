package io.recount.pipeline.options;

import io.recount.cells.yaml.DidYouMean;
import io.recount.cells.yaml.Entry;
import io.recount.cells.yaml.InvalidFileException;
import io.recount.cells.yaml.Mapping;
import io.recount.cells.yaml.Problems;
import io.recount.cells.yaml.YamlFile;
import io.recount.clickhouse.ClickHouseAccess;
import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.Secret;
import io.recount.clickhouse.Tls;
import io.recount.kafka.KafkaAccess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * Reads the configuration: one YAML file, in which {@code a.b: c} and nested keys mean the same, and {@code --set a.b=c}
 * above it. All problems are found at once and name file, line and mend.
 */
public final class SettingsReader {

    private static final String KIND = "a configuration file";
    private static final String START = "Set at least 'kafka.bootstrap.servers'.";

    private final Map<String, String> environment;
    private final Path file;
    private final Problems problems;
    private final Map<String, Given> given = new HashMap<>();

    private SettingsReader(Path file, Map<String, String> environment) {
        this.file = file;
        this.environment = environment;
        this.problems = new Problems(file.toString());
    }

    /** A value and where it comes from: an entry of the file, or the command line. */
    private record Given(String value, @Nullable Entry entry) {}

    /**
     * Reads and validates.
     *
     * @param overrides by key, from the command line
     * @param environment variables, for passwords
     * @throws InvalidFileException with all problems
     */
    public static Settings read(Path file, Map<String, String> overrides, Map<String, String> environment) {
        return new SettingsReader(file, environment).read(overrides);
    }

    private Settings read(Map<String, String> overrides) {
        String yaml = YamlFile.read(file, KIND, problems);
        problems.throwIfAny();
        YamlFile.root(yaml, KIND, START, problems).ifPresent(root -> flatten("", root));
        overrides.forEach((key, value) -> given.put(key, new Given(value, null)));
        refuseUnknown();
        Settings settings = settings();
        problems.throwIfAny();
        return settings;
    }

    private void flatten(String prefix, Mapping mapping) {
        for (Mapping.Member member : mapping.members()) {
            String key = prefix + member.name();
            Entry entry = member.value();
            if (entry.node() instanceof MappingNode) {
                entry.mapping().ifPresent(nested -> flatten(key + ".", nested));
            } else if (entry.node() instanceof SequenceNode) {
                List<String> values = new ArrayList<>();
                entry.list().ifPresent(list -> list.forEach(each -> each.text().ifPresent(values::add)));
                given.put(key, new Given(String.join(KafkaProperties.has(key) ? "," : ";", values), entry));
            } else {
                entry.text().ifPresent(text -> given.put(key, new Given(text, entry)));
            }
        }
    }

    private void refuseUnknown() {
        List<String> known = Options.all().stream().map(ConfigOption::key).toList();
        given.forEach((key, value) -> {
            if (!known.contains(key) && !KafkaProperties.has(key)) {
                String mend = KafkaProperties.meant(key)
                        .map(meant -> "Did you mean '" + meant + "'?")
                        .orElseGet(() -> DidYouMean.mend(key, known, "Remove it."));
                problem(value, key, "unknown option", mend);
            }
        });
    }

    private Settings settings() {
        Path model = file.toAbsolutePath().resolveSibling(required(Options.MODEL_FILE, "receipts.yaml"));
        KafkaAccess kafka = new KafkaAccess(servers(), topics(), value(Options.KAFKA_GROUP), kafkaProperties());
        return new Settings(
                model,
                kafka,
                value(Options.KAFKA_GAP_POLICY),
                clickHouse(),
                value(Options.START_FROM),
                between(Options.CHECKPOINT_INTERVAL, Duration.ofSeconds(1), Duration.ofMinutes(10)),
                between(Options.COMMIT_BUDGET, Duration.ofSeconds(1), Duration.ofMinutes(9)),
                between(Options.WATERMARK_DELAY, Duration.ZERO, Duration.ofDays(7)),
                between(Options.WATERMARK_IDLENESS, Duration.ofSeconds(1), Duration.ofDays(1)),
                between(Options.SCAN_INTERVAL, Duration.ofSeconds(1), Duration.ofDays(1)),
                between(Options.STATE_CACHE, MemorySize.ofMebiBytes(16), MemorySize.ofMebiBytes(65_536)),
                between(Options.STATE_HOT, Duration.ofHours(1), Duration.ofDays(3_650)),
                between(Options.MESSAGE_BYTES, 1024, 104_857_600),
                between(Options.EXCERPT_BYTES, 0, 65_536));
    }

    private Map<String, String> kafkaProperties() {
        Path folder = file.toAbsolutePath().getParent();
        KafkaProperties properties = new KafkaProperties(
                new References(environment, folder == null ? file : folder),
                (key, what, mend) -> problem(given.get(key), key, what, mend));
        given.forEach((key, value) -> {
            if (KafkaProperties.has(key)) {
                properties.add(key, value.value());
            }
        });
        return properties.accepted();
    }

    private String servers() {
        String servers = required(Options.KAFKA_SERVERS, "localhost:9092");
        if (!servers.matches("\\s*[^\\s,:]+:[0-9]{1,5}(\\s*,\\s*[^\\s,:]+:[0-9]{1,5})*\\s*")) {
            problem(Options.KAFKA_SERVERS, "is no list of brokers", "Write host:port,host:port.");
        }
        return servers;
    }

    private List<String> topics() {
        List<String> topics = value(Options.KAFKA_TOPICS).stream()
                .flatMap(names -> Stream.of(names.split(",")))
                .map(String::strip)
                .toList();
        if (topics.isEmpty() || !topics.stream().allMatch(topic -> topic.matches("[a-zA-Z0-9._-]{1,249}"))) {
            problem(
                    Options.KAFKA_TOPICS,
                    "names no topic",
                    "List one or more names of letters, digits, dots, underscores and dashes.");
            return Options.KAFKA_TOPICS.defaultValue();
        }
        return topics;
    }

    private ClickHouseCluster clickHouse() {
        String database = value(Options.CLICKHOUSE_DATABASE);
        if (!database.matches("[A-Za-z_][A-Za-z0-9_]{0,62}")) {
            problem(Options.CLICKHOUSE_DATABASE, "is no plain name", "Use letters, digits and underscores.");
        }
        String example = "http://localhost:8123";
        List<String> addresses =
                List.of(required(Options.CLICKHOUSE_URL, example).split("[;,]"));
        String user = value(Options.CLICKHOUSE_USER);
        Secret password = password();
        Tls tls = tls(addresses.stream().anyMatch(address -> address.strip().regionMatches(true, 0, "https:", 0, 6)));
        List<ClickHouseCluster.Shard> shards = Endpoints.shards(
                addresses,
                url -> new ClickHouseAccess(url, database, user, password, tls),
                (index, what, mend) -> problemOfOne(Options.CLICKHOUSE_URL, index, what, mend));
        return shards.isEmpty()
                ? ClickHouseCluster.of(new ClickHouseAccess(URI.create(example), database, user, password))
                : new ClickHouseCluster(shards);
    }

    private Tls tls(boolean isUsed) {
        String certificate = value(Options.CLICKHOUSE_CERTIFICATE_FILE);
        String key = value(Options.CLICKHOUSE_KEY_FILE);
        for (ConfigOption<String> option :
                List.of(Options.CLICKHOUSE_CA_FILE, Options.CLICKHOUSE_CERTIFICATE_FILE, Options.CLICKHOUSE_KEY_FILE)) {
            String name = value(option);
            if (!name.isEmpty() && !isUsed) {
                problem(option, "is for https addresses", "Write an https address, or remove it.");
            } else if (!name.isEmpty() && !Files.isReadable(Path.of(name))) {
                problem(option, "cannot be read", "Name a PEM file that is there, and on every task manager.");
            }
        }
        if (certificate.isEmpty() != key.isEmpty()) {
            problem(
                    Options.CLICKHOUSE_CERTIFICATE_FILE,
                    "comes with its key",
                    "Set " + Options.CLICKHOUSE_KEY_FILE.key() + " too, or neither.");
            return Tls.DEFAULT;
        }
        return new Tls(value(Options.CLICKHOUSE_CA_FILE), certificate, key);
    }

    private Secret password() {
        String variable = value(Options.CLICKHOUSE_PASSWORD_VARIABLE);
        String passwordFile = value(Options.CLICKHOUSE_PASSWORD_FILE);
        if (!passwordFile.isEmpty()) {
            if (!variable.isEmpty()) {
                problem(
                        Options.CLICKHOUSE_PASSWORD_FILE,
                        "and clickhouse.password.variable are both set",
                        "Remove one of them.");
            }
            return passwordIn(passwordFile);
        }
        if (variable.isEmpty()) {
            return new Secret("");
        }
        if (!variable.matches("[A-Za-z_][A-Za-z0-9_]*")) {
            // It may be the password itself, so it is not shown.
            problem(
                    Options.CLICKHOUSE_PASSWORD_VARIABLE,
                    "is no name of an environment variable",
                    "Write the variable's name, such as CLICKHOUSE_PASSWORD, not what it holds.");
            return new Secret("");
        }
        String password = environment.get(variable);
        if (password == null) {
            problem(
                    Options.CLICKHOUSE_PASSWORD_VARIABLE,
                    "names a variable that is not set",
                    "Export it where the job is submitted.");
            return new Secret("");
        }
        return new Secret(password);
    }

    private Secret passwordIn(String passwordFile) {
        try {
            return new Secret(Files.readString(Path.of(passwordFile)).stripTrailing());
        } catch (IOException | InvalidPathException e) {
            // The name may be the password itself, so neither it nor the exception's message is shown.
            problem(
                    Options.CLICKHOUSE_PASSWORD_FILE,
                    "cannot be read",
                    "Name a file of text that is there and that this user may read.");
            return new Secret("");
        }
    }

    private int between(ConfigOption<Integer> option, int least, int greatest) {
        int number = value(option);
        if (number < least || number > greatest) {
            problem(option, "is " + number, "Write %d to %d.".formatted(least, greatest));
        }
        return number;
    }

    private long between(ConfigOption<MemorySize> option, MemorySize least, MemorySize greatest) {
        MemorySize size = value(option);
        if (size.compareTo(least) < 0 || size.compareTo(greatest) > 0) {
            problem(
                    option,
                    "is " + size.getBytes() + " bytes",
                    "Write a size from %s to %s."
                            .formatted(least.toHumanReadableString(), greatest.toHumanReadableString()));
        }
        return size.getBytes();
    }

    private Duration between(ConfigOption<Duration> option, Duration least, Duration greatest) {
        Duration duration = value(option);
        if (duration.compareTo(least) < 0 || duration.compareTo(greatest) > 0) {
            problem(
                    option,
                    "is " + duration.toMillis() + " ms",
                    "Write a duration from %d s to %d s.".formatted(least.toSeconds(), greatest.toSeconds()));
        }
        return duration;
    }

    private <T> T value(ConfigOption<T> option) {
        try {
            return Configuration.fromMap(values()).get(option);
        } catch (IllegalArgumentException e) {
            problem(option, "has a value of the wrong form", "A valid one is " + option.defaultValue() + ".");
            return option.defaultValue();
        }
    }

    private String required(ConfigOption<String> option, String example) {
        Given value = given.get(option.key());
        if (value == null || value.value().isBlank()) {
            problem(option, "is missing", "Set it, for example to " + example + ".");
            return example;
        }
        return value.value();
    }

    private Map<String, String> values() {
        Map<String, String> values = new HashMap<>();
        given.forEach((key, value) -> {
            if (!KafkaProperties.has(key)) {
                values.put(key, value.value());
            }
        });
        return values;
    }

    private void problem(ConfigOption<?> option, String what, String mend) {
        problem(given.get(option.key()), option.key(), what, mend);
    }

    /** A problem with one of a list's values, from 0, at its own line. */
    private void problemOfOne(ConfigOption<?> option, int index, String what, String mend) {
        Given where = given.get(option.key());
        if (where != null && where.entry() != null && where.entry().node() instanceof SequenceNode list) {
            where.entry().problems().add(list.getValue().get(index), option.key(), what, mend);
        } else {
            problem(option, what, mend);
        }
    }

    private void problem(@Nullable Given where, String key, String what, String mend) {
        if (where != null && where.entry() != null) {
            where.entry().problems().add(where.entry().node(), key, what, mend);
        } else {
            problems.add(1, 1, (where == null ? key : "--set " + key) + ": " + what, mend);
        }
    }
}
