package io.recount.it;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.recount.local.Engine;
import io.recount.local.StandaloneFlink;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What dashboards and alerts of {@code deploy/observe} ask for, beside what there is. */
final class Watched {

    static final Path FOLDER = Path.of(System.getProperty("recount.root")).resolve("deploy/observe");

    private static final Pattern PORT = Pattern.compile("Started PrometheusReporter HTTP server on port (\\d+)");
    /** A metric, and of which operator if that is said. */
    private static final Pattern ASKED =
            Pattern.compile("\\b((?:flink|recount_audit)_\\w+)(?:\\{[^}]*operator_name=~?\"([^\"]+)\")?");

    private static final Pattern TOLD =
            Pattern.compile("(?m)^(\\w+)(?:\\{(?:[^}]*operator_name=\"([^\"]+)\")?[^}]*})? ");

    private Watched() {}

    /** Those whose names begin so. */
    static Set<String> metrics(String prefix) {
        Set<String> names = new TreeSet<>();
        asked().map(asked -> asked.group(1))
                .filter(name -> name.startsWith(prefix))
                .forEach(names::add);
        return names;
    }

    /** SQL of the dashboards. */
    static List<String> queries() {
        return texts("rawSql");
    }

    private static List<String> texts(String property) {
        List<String> texts = new ArrayList<>();
        for (Path file : files(".json")) {
            try {
                texts.addAll(new ObjectMapper().readTree(file.toFile()).findValuesAsText(property));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return texts;
    }

    /** Expressions of the dashboards, with every job and a rate that needs two scrapes of a second. */
    static List<String> expressions() {
        return texts("expr").stream()
                .map(expression -> expression.replace("$__rate_interval", "10s").replace("$job_name", ".*"))
                .toList();
    }

    /** Where the cluster's processes tell Prometheus of their metrics, as their logs say. */
    static List<URI> told(StandaloneFlink cluster) {
        return Stream.<Engine>concat(Stream.of(cluster.jobManager()), cluster.taskManagers().stream())
                .map(process -> PORT.matcher(text(process.log())))
                .filter(Matcher::find)
                .map(port -> URI.create("http://127.0.0.1:" + port.group(1) + "/metrics"))
                .toList();
    }

    /** What is told there, in Prometheus' text format. */
    static String read(List<URI> addresses) {
        StringBuilder told = new StringBuilder();
        for (URI address : addresses) {
            try (InputStream text = address.toURL().openStream()) {
                told.append(new String(text.readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return told.toString();
    }

    /** Flink's metrics that are asked for and not told, or not of an operator of that name. */
    static Set<String> missing(String told) {
        Set<String> missing = new TreeSet<>();
        List<MatchResult> samples = TOLD.matcher(told).results().toList();
        asked().filter(asked -> asked.group(1).startsWith("flink_"))
                .filter(asked -> samples.stream().noneMatch(sample -> answers(sample, asked)))
                .forEach(asked -> missing.add(asked.group()));
        return missing;
    }

    private static boolean answers(MatchResult sample, MatchResult asked) {
        if (!sample.group(1).equals(asked.group(1))) {
            return false;
        }
        return asked.group(2) == null
                || (sample.group(2) != null && sample.group(2).matches(asked.group(2)));
    }

    /** In JSON quotes have a backslash in front. */
    private static Stream<MatchResult> asked() {
        return Stream.concat(files(".json").stream(), files(".yaml").stream())
                .map(file -> text(file).replace("\\\"", "\""))
                .flatMap(text -> ASKED.matcher(text).results());
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> files(String ending) {
        try (Stream<Path> files = Files.walk(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
