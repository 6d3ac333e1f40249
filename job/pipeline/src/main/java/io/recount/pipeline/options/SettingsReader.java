package io.recount.pipeline.options;

import io.recount.cells.FrozenLine;
import io.recount.cells.yaml.DidYouMean;
import io.recount.cells.yaml.InvalidFileException;
import io.recount.cells.yaml.Problems;
import io.recount.cells.yaml.YamlFile;
import io.recount.kafka.KafkaAccess;
import io.recount.pipeline.types.Sweep;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.MemorySize;
import org.jspecify.annotations.Nullable;

/**
 * Reads the configuration: one YAML file, in which {@code a.b: c} and nested keys mean the same, and {@code --set a.b=c}
 * above it. All problems are found at once and name file, line and mend. Relative names of files start at that file.
 */
public final class SettingsReader {

    private static final String KIND = "a configuration file";
    private static final String START = "Set at least 'kafka.bootstrap.servers'.";

    private final Map<String, String> environment;
    private final Path file;
    private final Problems problems;
    private final GivenOptions given;

    private SettingsReader(Path file, Map<String, String> environment) {
        this.file = file;
        this.environment = environment;
        this.problems = new Problems(file.toString());
        this.given = new GivenOptions(file, problems);
    }

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

    /**
     * Reads and validates the same, and says what every option came to and where that stands.
     *
     * @throws InvalidFileException with all problems
     */
    public static List<EffectiveOption> effective(
            Path file, Map<String, String> overrides, Map<String, String> environment) {
        SettingsReader reader = new SettingsReader(file, environment);
        Settings settings = reader.read(overrides);
        return EffectiveOption.of(reader.given, settings.kafka().properties());
    }

    private Settings read(Map<String, String> overrides) {
        String yaml = YamlFile.read(file, KIND, problems);
        problems.throwIfAny();
        YamlFile.root(yaml, KIND, START, problems).ifPresent(given::add);
        overrides.forEach(given::set);
        refuseUnknown();
        Settings settings = settings();
        problems.throwIfAny();
        return settings;
    }

    private void refuseUnknown() {
        List<String> known = Options.all().stream().map(ConfigOption::key).toList();
        given.forEach((key, value) -> {
            if (!known.contains(key) && !KafkaProperties.has(key)) {
                String mend = KafkaProperties.meant(key)
                        .map(meant -> "Did you mean '" + meant + "'?")
                        .orElseGet(() -> DidYouMean.mend(key, known, "Remove it."));
                given.problem(key, "unknown option", mend);
            }
        });
    }

    private Settings settings() {
        Path model = given.folder().resolve(given.required(Options.MODEL_FILE, "receipts.yaml"));
        KafkaSection kafka = new KafkaSection(given, environment);
        KafkaAccess access = kafka.access();
        return new Settings(
                model,
                access,
                given.value(Options.KAFKA_GAP_POLICY),
                new ClickHouseSection(given, environment).cluster(),
                given.value(Options.START_FROM),
                given.between(Options.CHECKPOINT_INTERVAL, Duration.ofSeconds(1), Duration.ofMinutes(10)),
                given.between(Options.COMMIT_BUDGET, Duration.ofSeconds(1), Duration.ofMinutes(9)),
                given.between(Options.WATERMARK_DELAY, Duration.ZERO, Duration.ofDays(7)),
                given.between(Options.WATERMARK_IDLENESS, Duration.ofSeconds(1), Duration.ofDays(1)),
                given.between(Options.SCAN_INTERVAL, Duration.ofSeconds(1), Duration.ofDays(1)),
                given.between(Options.STATE_CACHE, MemorySize.ofMebiBytes(16), MemorySize.ofMebiBytes(65_536)),
                given.between(Options.STATE_HOT, Duration.ofSeconds(1), Duration.ofDays(3_650)),
                given.between(Options.MESSAGE_BYTES, 1024, 104_857_600),
                given.between(Options.EXCERPT_BYTES, 0, 65_536),
                given.value(Options.DOCUMENTS_RAW),
                kafka.invalidationsTopic(access.topics()),
                given.between(Options.INVALIDATIONS_RATE, 1, 10_000_000),
                frozen(),
                sweep(),
                given.between(Options.HISTORY_KEPT, Duration.ZERO, Duration.ofDays(3_650)));
    }

    private @Nullable Sweep sweep() {
        String time = given.value(Options.SWEEP_TIME);
        try {
            return time.isBlank() ? null : new Sweep(LocalTime.parse(time));
        } catch (DateTimeException e) {
            given.problem(Options.SWEEP_TIME, "is no time of a day", "Write one such as 02:00.");
            return null;
        }
    }

    private FrozenLine frozen() {
        String day = given.value(Options.FROZEN_BEFORE);
        try {
            return day.isBlank() ? FrozenLine.NONE : FrozenLine.before(LocalDate.parse(day));
        } catch (DateTimeException | IllegalArgumentException e) {
            given.problem(Options.FROZEN_BEFORE, "is no day from 1970 on", "Write one such as 2025-01-01.");
            return FrozenLine.NONE;
        }
    }
}
