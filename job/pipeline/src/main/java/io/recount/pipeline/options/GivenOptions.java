package io.recount.pipeline.options;

import io.recount.cells.yaml.Entry;
import io.recount.cells.yaml.Mapping;
import io.recount.cells.yaml.Problems;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * The values that a configuration gives, by key, each with the place where it stands. A value of the wrong form is a
 * problem, and the default or an example takes its place, so that reading goes on to the next problem.
 */
final class GivenOptions {

    private final Path file;
    private final Problems problems;
    private final Map<String, Given> given = new HashMap<>();

    /** A value and where it comes from: an entry of the file, or the command line. */
    private record Given(String value, @Nullable Entry entry) {}

    /**
     * None yet.
     *
     * @param file the configuration file
     */
    GivenOptions(Path file, Problems problems) {
        this.file = file;
        this.problems = problems;
    }

    /** Adds all of a file. */
    void add(Mapping root) {
        flatten("", root);
    }

    /** Adds one from the command line, above those of the file. */
    void set(String key, String value) {
        given.put(key, new Given(value, null));
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

    void forEach(BiConsumer<String, String> keyAndValue) {
        given.forEach((key, value) -> keyAndValue.accept(key, value.value()));
    }

    <T> T value(ConfigOption<T> option) {
        try {
            return Configuration.fromMap(values()).get(option);
        } catch (IllegalArgumentException e) {
            problem(option, "has a value of the wrong form", "A valid one is " + option.defaultValue() + ".");
            return option.defaultValue();
        }
    }

    String required(ConfigOption<String> option, String example) {
        Given value = given.get(option.key());
        if (value == null || value.value().isBlank()) {
            problem(option, "is missing", "Set it, for example to " + example + ".");
            return example;
        }
        return value.value();
    }

    int between(ConfigOption<Integer> option, int least, int greatest) {
        int number = value(option);
        if (number < least || number > greatest) {
            problem(option, "is " + number, "Write %d to %d.".formatted(least, greatest));
        }
        return number;
    }

    long between(ConfigOption<MemorySize> option, MemorySize least, MemorySize greatest) {
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

    Duration between(ConfigOption<Duration> option, Duration least, Duration greatest) {
        Duration duration = value(option);
        if (duration.compareTo(least) < 0 || duration.compareTo(greatest) > 0) {
            problem(
                    option,
                    "is " + duration.toMillis() + " ms",
                    "Write a duration from %d s to %d s.".formatted(least.toSeconds(), greatest.toSeconds()));
        }
        return duration;
    }

    /** Where a value comes from: {@code default}, {@code --set}, or file and line; behind it the references in it. */
    String source(String key) {
        Given value = given.get(key);
        if (value == null) {
            return "default";
        }
        List<String> sources = new ArrayList<>();
        sources.add(value.entry() == null ? "--set" : file + ":" + value.entry().line());
        if (KafkaProperties.has(key)) {
            sources.addAll(References.in(value.value()));
        }
        return String.join(", ", sources);
    }

    /** Where a file is that the configuration names: relative names start at the configuration file. Empty for no name. */
    Optional<Path> path(String name) {
        try {
            return Optional.of(folder().resolve(name));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    /** The configuration file's. */
    Path folder() {
        Path folder = file.toAbsolutePath().getParent();
        return folder == null ? file : folder;
    }

    private Map<String, String> values() {
        Map<String, String> values = new HashMap<>();
        forEach((key, value) -> {
            if (!KafkaProperties.has(key)) {
                values.put(key, value);
            }
        });
        return values;
    }

    void problem(ConfigOption<?> option, String what, String mend) {
        problem(option.key(), what, mend);
    }

    /** A problem with one of a list's values, from 0, at its own line. */
    void problemOfOne(ConfigOption<?> option, int index, String what, String mend) {
        Given where = given.get(option.key());
        if (where != null && where.entry() != null && where.entry().node() instanceof SequenceNode list) {
            where.entry().problems().add(list.getValue().get(index), option.key(), what, mend);
        } else {
            problem(option, what, mend);
        }
    }

    void problem(String key, String what, String mend) {
        Given where = given.get(key);
        if (where != null && where.entry() != null) {
            where.entry().problems().add(where.entry().node(), key, what, mend);
        } else {
            problems.add(1, 1, (where == null ? key : "--set " + key) + ": " + what, mend);
        }
    }
}
