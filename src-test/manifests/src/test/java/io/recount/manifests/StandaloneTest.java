package io.recount.manifests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The cluster without the operator. */
class StandaloneTest {

    private static final String CONTAINER = "/spec/template/spec/containers/0";

    private static Manifest deployment(String name) {
        return Overlay.standalone.manifests().stream()
                .filter(manifest -> manifest.kind().equals("Deployment")
                        && manifest.at("/metadata/name").asText().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** What goes over the image's configuration. */
    private static Map<String, String> properties(Manifest deployment) {
        Map<String, String> properties = new TreeMap<>();
        for (JsonNode variable : deployment.at(CONTAINER + "/env")) {
            if (variable.path("name").asText().equals("FLINK_PROPERTIES")) {
                Manifest.all(variable.path("value").asText())
                        .get(0)
                        .tree()
                        .properties()
                        .forEach(property -> properties.put(
                                property.getKey(), property.getValue().asText()));
            }
        }
        return properties;
    }

    @Test
    void nothingOfTheOperatorIsLeft() {
        assertThat(Overlay.standalone.manifests()).extracting(Manifest::kind).doesNotContain("FlinkDeployment");
        assertThat(Overlay.standalone.only("Role").at("/rules").toString())
                .contains("configmaps")
                .doesNotContain("pods", "deployments");
    }

    @Test
    void bothAreOfOneClusterAndOnlyAddressesDiffer() {
        Map<String, String> jobManager = properties(deployment("recount-jobmanager"));
        Map<String, String> taskManager = properties(deployment("recount-taskmanager"));
        assertThat(jobManager).containsKeys("high-availability.type", "kubernetes.cluster-id", "kubernetes.namespace");
        assertThat(jobManager.get("jobmanager.rpc.address"))
                .isEqualTo(
                        Overlay.standalone.only("Service").at("/metadata/name").asText());
        for (Map<String, String> properties : List.of(jobManager, taskManager)) {
            properties
                    .keySet()
                    .removeIf(key -> key.matches("(jobmanager|taskmanager|rest)\\.(bind-host|bind-address|host)"));
        }
        assertThat(taskManager).isEqualTo(jobManager);
    }

    @Test
    void everyKeyIsOneThatFlinkKnows() {
        for (String name : List.of("recount-jobmanager", "recount-taskmanager")) {
            Map<String, String> properties = properties(deployment(name));
            properties.keySet().removeIf(key -> key.startsWith("kubernetes."));
            assertThat(properties).hasSizeGreaterThan(5);
            assertThat(FlinkConfigurationFile.problems(properties)).isEmpty();
        }
    }

    @Test
    void jobHasSlotsAndOneTaskManagerMayBeAwayAtATime() {
        int taskManagers =
                deployment("recount-taskmanager").at("/spec/replicas").asInt();
        Map<String, String> shipped = FlinkConfigurationFile.read().toMap();
        int slots = Integer.parseInt(String.valueOf(shipped.get("taskmanager.numberOfTaskSlots")));
        assertThat(taskManagers * slots)
                .isGreaterThanOrEqualTo(Integer.parseInt(String.valueOf(shipped.get("parallelism.default"))));
        assertThat(Overlay.standalone
                        .only("PodDisruptionBudget")
                        .at("/spec/minAvailable")
                        .asInt())
                .isEqualTo(taskManagers - 1);
    }

    @Test
    void podsAreFoundByThoseWhoSelectThem() {
        for (String name : List.of("recount-jobmanager", "recount-taskmanager")) {
            Manifest deployment = deployment(name);
            JsonNode labels = deployment.at("/spec/selector/matchLabels");
            assertThat(labels.isEmpty()).isFalse();
            labels.properties()
                    .forEach(label -> assertThat(deployment
                                    .at("/spec/template/metadata/labels")
                                    .path(label.getKey()))
                            .isEqualTo(label.getValue()));
            assertThat(labels.path("app"))
                    .isEqualTo(Overlay.standalone.only("PodMonitor").at("/spec/selector/matchLabels/app"))
                    .isEqualTo(Overlay.standalone.only("NetworkPolicy").at("/spec/podSelector/matchLabels/app"));
            assertThat(deployment.at(CONTAINER + "/ports").toString()).contains("\"name\":\"metrics\"", "9249");
        }
        assertThat(deployment("recount-taskmanager").at("/spec/selector/matchLabels"))
                .isEqualTo(Overlay.standalone.only("PodDisruptionBudget").at("/spec/selector/matchLabels"));
        assertThat(deployment("recount-jobmanager").at("/spec/selector/matchLabels"))
                .isEqualTo(Overlay.standalone.only("Service").at("/spec/selector"));
    }
}
