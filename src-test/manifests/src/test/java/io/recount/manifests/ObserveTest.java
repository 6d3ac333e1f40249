package io.recount.manifests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Dashboards and alerts. That the metrics which they ask for are there, {@code OperateIT} sees to. */
class ObserveTest {

    private static final Path OBSERVE = Overlay.ROOT.resolve("deploy/observe");
    private static final Pattern HEADING = Pattern.compile("(?m)^## (.+)$");
    private static final Pattern SECTION = Pattern.compile("run book, \\*([^*]+)\\*");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(Recount\\w+)` \\|");

    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    @TempDir
    private Path folder;

    @Test
    void everyAlertSaysWhatToRunNext() throws IOException {
        List<String> headings = firsts(HEADING, Overlay.ROOT.resolve("deploy/RUNBOOK.md"));
        for (JsonNode alert : alerts()) {
            JsonNode annotations = alert.path("annotations");
            assertThat(annotations.path("summary").asText())
                    .as(alert.toString())
                    .isNotEmpty();
            String description = annotations.path("description").asText();
            assertThat(description).contains(" Next: ");
            assertThat(SECTION.matcher(description)
                            .results()
                            .map(found -> found.group(1))
                            .toList())
                    .as(description)
                    .hasSize(1)
                    .isSubsetOf(headings);
            assertThat(alert.at("/labels/severity").asText()).isIn("critical", "warning");
        }
    }

    @Test
    void readmeListsTheAlerts() throws IOException {
        List<String> names = new ArrayList<>();
        alerts().forEach(alert -> names.add(alert.path("alert").asText()));
        assertThat(names).doesNotHaveDuplicates().hasSizeGreaterThan(10);
        assertThat(firsts(ROW, Overlay.ROOT.resolve("README.md"))).isEqualTo(names);
    }

    @ParameterizedTest
    @ValueSource(strings = {"job", "business"})
    void panelsAskSourcesThatAreProvisioned(String name) throws IOException {
        Set<String> sources = new HashSet<>();
        yaml("grafana/datasources.yaml")
                .path("datasources")
                .forEach(source -> sources.add(source.path("uid").asText()));
        Set<Integer> ids = new HashSet<>();
        Set<String> places = new HashSet<>();
        for (JsonNode panel : dashboard(name).path("panels")) {
            assertThat(ids.add(panel.path("id").asInt())).as(panel.toString()).isTrue();
            JsonNode place = panel.path("gridPos");
            for (int x = 0; x < place.path("w").asInt(); x++) {
                for (int y = 0; y < place.path("h").asInt(); y++) {
                    String cell = (place.path("x").asInt() + x) + " "
                            + (place.path("y").asInt() + y);
                    assertThat(places.add(cell)).as(panel.toString()).isTrue();
                }
            }
            if (panel.path("type").asText().equals("row")) {
                continue;
            }
            assertThat(panel.path("description").asText()).as(panel.toString()).isNotEmpty();
            assertThat(panel.path("targets")).as(panel.toString()).isNotEmpty();
            for (JsonNode target : panel.path("targets")) {
                assertThat(sources).contains(target.at("/datasource/uid").asText());
            }
        }
    }

    @Test
    void prometheusTakesWhatItIsGiven() throws Exception {
        Path promtool = promtool();
        succeeds(promtool, "check", "config", OBSERVE.resolve("prometheus.yaml"));
        succeeds(promtool, "test", "rules", OBSERVE.resolve("alerts.test.yaml"));
    }

    /** As recording rules, since promtool knows no dashboards. */
    @ParameterizedTest
    @ValueSource(strings = {"job", "business"})
    void prometheusUnderstandsTheDashboards(String name) throws Exception {
        Path promtool = promtool();
        List<Map<String, String>> rules = new ArrayList<>();
        for (String expression : dashboard(name).findValuesAsText("expr")) {
            String filled = expression.replace("$__rate_interval", "1m").replace("$job_name", ".*");
            assertThat(filled).doesNotContain("$");
            rules.add(Map.of("record", "dashboard:" + rules.size(), "expr", filled));
        }
        assertThat(rules).hasSizeGreaterThan(10);
        // YAML takes JSON.
        Path file = folder.resolve("rules.yaml");
        JSON.writeValue(file.toFile(), Map.of("groups", List.of(Map.of("name", name, "rules", rules))));
        succeeds(promtool, "check", "rules", file);
    }

    private static Path promtool() {
        Optional<Path> promtool = Overlay.tool("promtool");
        assumeTrue(
                promtool.isPresent(),
                "There is no promtool, so that neither alerts nor dashboards are looked at: src-test/local/install-prometheus does");
        return promtool.orElseThrow();
    }

    private static void succeeds(Path promtool, String verb, String what, Path file) throws Exception {
        Process process = new ProcessBuilder(promtool.toString(), verb, what, file.toString())
                .redirectErrorStream(true)
                .start();
        String words = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(words).isZero();
    }

    private static JsonNode alerts() throws IOException {
        return yaml("alerts.yaml").at("/groups/0/rules");
    }

    private static JsonNode dashboard(String name) throws IOException {
        return JSON.readTree(OBSERVE.resolve("grafana/" + name + ".json").toFile());
    }

    private static JsonNode yaml(String file) throws IOException {
        return Manifest.all(Files.readString(OBSERVE.resolve(file))).get(0).tree();
    }

    /** What the first group of a pattern is, wherever it is found. */
    private static List<String> firsts(Pattern pattern, Path file) throws IOException {
        return pattern.matcher(Files.readString(file))
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }
}
