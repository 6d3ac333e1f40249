package io.recount.manifests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.recount.pipeline.options.Settings;
import io.recount.pipeline.options.SettingsReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The containers of one machine: files and names that they speak of are there. Nothing here runs them. */
class ComposeTest {

    private static final Path DEPLOY = Overlay.ROOT.resolve("deploy");

    @TempDir
    private Path folder;

    @Test
    void servicesSpeakOfWhatIsThere() throws IOException {
        JsonNode compose = compose();
        Set<String> services = names(compose.path("services"));
        Set<String> volumes = names(compose.path("volumes"));
        Set<String> configs = names(compose.path("configs"));
        assertThat(services)
                .contains(
                        "kafka",
                        "clickhouse",
                        "schema",
                        "jobmanager",
                        "taskmanager",
                        "submit",
                        "prometheus",
                        "grafana");
        for (JsonNode config : compose.path("configs")) {
            assertThat(DEPLOY.resolve(config.path("file").asText())).exists();
        }
        for (JsonNode service : compose.path("services")) {
            JsonNode before = service.path("depends_on");
            assertThat(services).containsAll(before.isArray() ? texts(before) : names(before));
            assertThat(service.path("image").asText()).as("image").isNotEmpty().doesNotEndWith(":latest");
            for (JsonNode config : service.path("configs")) {
                assertThat(configs).contains(config.path("source").asText());
            }
            for (String volume : texts(service.path("volumes"))) {
                assertThat(volumes).contains(volume.substring(0, volume.indexOf(':')));
            }
        }
    }

    @Test
    void jobTakesItsConfiguration() throws IOException {
        String yaml = compose().at("/configs/recount/content").asText();
        Path file = Files.writeString(
                folder.resolve("recount.yaml"), yaml.replace("/opt/recount/models", Overlay.ROOT + "/job/models"));
        Settings settings = SettingsReader.read(file, Map.of(), Map.of("CLICKHOUSE_PASSWORD", "any"));
        assertThat(settings.modelFile()).exists();
    }

    @Test
    void imageIsMadeOfWhatIsThere() throws IOException {
        List<String> ignored = Files.readAllLines(DEPLOY.resolve("Dockerfile.dockerignore"));
        List<String> copied = Files.readAllLines(DEPLOY.resolve("Dockerfile")).stream()
                .filter(line -> line.startsWith("COPY "))
                .flatMap(line -> sources(line).stream())
                .toList();
        assertThat(copied).hasSize(5);
        for (String source : copied) {
            assertThat(ignored).contains("!" + source.replaceAll("/$", ""));
            // The jar is there once it is built.
            if (!source.contains("/target/")) {
                assertThat(Overlay.ROOT.resolve(source)).exists();
            }
        }
    }

    private static List<String> sources(String line) {
        List<String> words = new ArrayList<>(List.of(line.split(" ")));
        words.removeIf(word -> word.startsWith("--"));
        return words.subList(1, words.size() - 1);
    }

    /** With what {@code <<} merges, which Jackson knows nothing of. */
    private static JsonNode compose() throws IOException {
        LoaderOptions strict = new LoaderOptions();
        strict.setAllowDuplicateKeys(false);
        Object compose = new Yaml(new SafeConstructor(strict)).load(Files.readString(DEPLOY.resolve("compose.yaml")));
        return new ObjectMapper().valueToTree(compose);
    }

    private static Set<String> names(JsonNode object) {
        Set<String> names = new TreeSet<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(text -> texts.add(text.asText()));
        return texts;
    }
}
