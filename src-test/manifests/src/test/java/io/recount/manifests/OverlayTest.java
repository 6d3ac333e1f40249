package io.recount.manifests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.recount.pipeline.options.Settings;
import io.recount.pipeline.options.SettingsReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is applied to a cluster. */
class OverlayTest {

    private static final String CONFIGURATION = "/spec/flinkConfiguration";

    /** Of {@code deploy/conf}: what the resource says elsewhere, or what the operator and its images set. */
    private static final List<String> ELSEWHERE = List.of(
            "env.java.opts.all",
            "jobmanager.memory.process.size",
            "taskmanager.memory.process.size",
            "parallelism.default",
            "jobstore.expiration-time",
            "web.submit.enable");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    void isWhatKustomizeMakesOfTheFolder(Overlay overlay) throws Exception {
        Optional<Path> kubectl = Overlay.tool("kubectl");
        assumeTrue(
                kubectl.isPresent(), "There is no kubectl here (Debian: kubernetes-client), so nothing was rendered");
        assertThat(overlay.render(kubectl.orElseThrow()))
                .as("If it is meant to be so: kubectl kustomize k8s/%s > %s", overlay, overlay.golden())
                .isEqualTo(overlay.goldenText());
    }

    @ParameterizedTest
    @EnumSource
    void nothingInItIsUnknownToItsTypes(Overlay overlay) {
        List<String> problems = new ArrayList<>();
        for (Manifest manifest : overlay.manifests()) {
            // Its types are no part of Kubernetes'.
            if (!manifest.kind().equals("PodMonitor")) {
                problems.addAll(manifest.problems());
            }
        }
        assertThat(problems).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"dev", "prod"})
    void flinkIsTheOneThatTheJobIsBuiltFor(Overlay overlay) {
        assertThat(overlay.only("FlinkDeployment").at("/spec/flinkVersion").asText())
                .isEqualTo("v2_2");
    }

    @ParameterizedTest
    @EnumSource(names = {"dev", "prod"})
    void fitsTheOperatorsSchema(Overlay overlay) throws IOException {
        String schemas = System.getProperty("recount.k8s.crds", "");
        assumeTrue(!schemas.isEmpty(), "No folder of the operator's schemas was given by -Drecount.k8s.crds");
        assertThat(new OperatorSchema(Path.of(schemas)).problems(overlay.only("FlinkDeployment")))
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"dev", "prod"})
    void flinkIsConfiguredAsInDeployConf(Overlay overlay) {
        Map<String, String> shipped =
                new TreeMap<>(FlinkConfigurationFile.read().toMap());
        ELSEWHERE.forEach(shipped::remove);
        shipped.put("metrics.reporter.prom.port", "9249");
        Map<String, String> deployed = text(overlay.only("FlinkDeployment").at(CONFIGURATION));
        deployed.keySet()
                .removeIf(key -> key.startsWith("kubernetes.operator.") || key.startsWith("high-availability."));
        for (String key : List.of("execution.checkpointing.dir", "execution.checkpointing.savepoint-dir")) {
            assertThat(deployed.remove(key)).startsWith("s3://");
            shipped.remove(key);
        }
        assertThat(deployed).isEqualTo(shipped);
    }

    @ParameterizedTest
    @EnumSource(names = {"dev", "prod"})
    void everyKeyIsOneThatFlinkKnows(Overlay overlay) {
        Map<String, String> deployed = text(overlay.only("FlinkDeployment").at(CONFIGURATION));
        deployed.keySet().removeIf(key -> key.startsWith("kubernetes.operator."));
        assertThat(FlinkConfigurationFile.problems(deployed)).isEmpty();
    }

    /** The job itself reads the configuration, with the files where the pod has them. */
    @ParameterizedTest
    @EnumSource(names = {"dev", "prod"})
    void jobTakesTheConfiguration(Overlay overlay) throws IOException {
        Path secrets = Files.createDirectories(folder.resolve("secrets"));
        for (String name : List.of("password", "kafka.jaas", "ca.pem")) {
            Files.writeString(secrets.resolve(name), "a secret");
        }
        JsonNode argument = overlay.only("FlinkDeployment").at("/spec/job/args/2");
        Manifest map = overlay.only("ConfigMap");
        String key = Path.of(argument.asText()).getFileName().toString();
        String yaml = map.at("/data").path(key).asText();
        assertThat(yaml)
                .as("data of " + map.at("/metadata/name") + " for " + argument)
                .isNotEmpty();
        Path file = Files.writeString(
                folder.resolve(key),
                yaml.replace("/opt/recount/secrets", secrets.toString())
                        .replace("/opt/recount/models", Overlay.ROOT + "/job/models"));
        Settings settings = SettingsReader.read(file, Map.of(), Map.of());
        assertThat(settings.modelFile()).exists();
    }

    @ParameterizedTest
    @EnumSource(names = {"dev", "prod"})
    void referencesLeadSomewhere(Overlay overlay) {
        Manifest deployment = overlay.only("FlinkDeployment");
        String map = overlay.only("ConfigMap").at("/metadata/name").asText();
        assertThat(map).startsWith("recount-");
        assertThat(deployment
                        .at("/spec/podTemplate/spec/volumes/0/configMap/name")
                        .asText())
                .isEqualTo(map);
        assertThat(overlay.only("Job")
                        .at("/spec/template/spec/volumes/0/configMap/name")
                        .asText())
                .isEqualTo(map);
        String account = overlay.only("ServiceAccount").at("/metadata/name").asText();
        assertThat(deployment.at("/spec/serviceAccount").asText()).isEqualTo(account);
        assertThat(overlay.only("RoleBinding").at("/subjects/0/name").asText()).isEqualTo(account);
        assertThat(overlay.only("RoleBinding").at("/roleRef/name").asText())
                .isEqualTo(overlay.only("Role").at("/metadata/name").asText());
        // The operator labels pods with the deployment's name.
        String app = deployment.at("/metadata/name").asText();
        assertThat(overlay.only("PodMonitor")
                        .at("/spec/selector/matchLabels/app")
                        .asText())
                .isEqualTo(app);
        assertThat(overlay.only("NetworkPolicy")
                        .at("/spec/podSelector/matchLabels/app")
                        .asText())
                .isEqualTo(app);
        assertThat(overlay.only("PodMonitor")
                        .at("/spec/podMetricsEndpoints/0/port")
                        .asText())
                .isEqualTo(deployment
                        .at("/spec/podTemplate/spec/containers/0/ports/0/name")
                        .asText());
        assertThat(deployment
                        .at("/spec/podTemplate/spec/containers/0/ports/0/containerPort")
                        .asText())
                .isEqualTo(text(deployment.at(CONFIGURATION)).get("metrics.reporter.prom.port"));
        assertThat(Stream.of(
                        deployment.at("/spec/image"),
                        deployment.at("/spec/jobManager/podTemplate/spec/initContainers/0/image"),
                        overlay.only("Job").at("/spec/template/spec/containers/0/image")))
                .extracting(JsonNode::asText)
                .allMatch(image -> image.startsWith("example/recount:"))
                .containsOnly(deployment.at("/spec/image").asText());
    }

    @ParameterizedTest
    @EnumSource(names = {"dev", "prod"})
    void oneTaskManagerMayBeAwayAtATime(Overlay overlay) {
        Manifest deployment = overlay.only("FlinkDeployment");
        int slots = Integer.parseInt(
                String.valueOf(text(deployment.at(CONFIGURATION)).get("taskmanager.numberOfTaskSlots")));
        int taskManagers = (deployment.at("/spec/job/parallelism").asInt() + slots - 1) / slots;
        assertThat(overlay.only("PodDisruptionBudget").at("/spec/minAvailable").asInt())
                .isEqualTo(taskManagers - 1);
    }

    private static Map<String, String> text(JsonNode object) {
        Map<String, String> values = new TreeMap<>();
        object.properties().forEach(field -> {
            // Of another type the operator's older versions would not take it.
            assertThat(field.getValue().isTextual()).as(field.getKey()).isTrue();
            values.put(field.getKey(), field.getValue().asText());
        });
        return values;
    }
}
