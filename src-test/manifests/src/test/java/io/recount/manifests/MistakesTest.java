package io.recount.manifests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What would be passed over or refused by a cluster is found without one. */
class MistakesTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "taskManager:          | taskManagers:           | taskManagers",
                "upgradeMode: savepoint | upgradeMode: save-point | UpgradeMode",
                "parallelism: 2        | parallelism: two        | two",
                "allowNonRestoredState | allowNonRestoredStates  | allowNonRestoredStates",
                "entryClass            | mainClass               | mainClass",
                "backoffLimit          | backOffLimit            | backOffLimit",
                "minAvailable: 0       | minimumAvailable: 0     | minimumAvailable",
                "policyTypes           | policyType              | policyType",
                "roleRef               | roleReference           | roleReference",
                "runAsNonRoot          | runAsNonroot            | runAsNonroot",
            })
    void areFoundByTheTypes(String right, String wrong, String named) {
        String golden = Overlay.dev.goldenText();
        assertThat(golden).contains(right);
        List<String> problems = Manifest.all(golden.replace(right, wrong)).stream()
                .filter(manifest -> !manifest.kind().equals("PodMonitor"))
                .flatMap(manifest -> manifest.problems().stream())
                .toList();
        assertThat(problems).isNotEmpty().allMatch(problem -> problem.contains(named));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "flinkVersion: v2_2     | flinkVersion: v2_22      | v2_22",
                "upgradeMode: savepoint | upgradeMode: save-point  | upgradeMode",
                "replicas: 1            | replica: 1               | replica",
            })
    void areFoundByTheOperatorsSchema(String right, String wrong, String named) throws IOException {
        String schemas = System.getProperty("recount.k8s.crds", "");
        assumeTrue(!schemas.isEmpty(), "No folder of the operator's schemas was given by -Drecount.k8s.crds");
        String golden = Overlay.dev.goldenText();
        assertThat(golden).contains(right);
        Manifest deployment = Manifest.all(golden.replace(right, wrong)).stream()
                .filter(manifest -> manifest.kind().equals("FlinkDeployment"))
                .findFirst()
                .orElseThrow();
        assertThat(new OperatorSchema(Path.of(schemas)).problems(deployment))
                .isNotEmpty()
                .anyMatch(problem -> problem.contains(named) || problem.contains("flinkVersion"));
    }
}
