package io.recount.demo;

import io.recount.harness.feed.Scenario;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * What to run.
 *
 * @param root of the checkout
 * @param folder where engines keep their data, and where the verdict is written; emptied by every run
 * @param scenario of the documents that are made up where there is no {@code input}
 * @param input a person's own messages, one a line
 * @param tamper how many published cells to falsify before the check
 * @param keep whether the engines stay up afterwards
 * @param parallelism subtasks of every operator that may have several
 */
public record DemoOptions(
        Path root,
        Path folder,
        Scenario scenario,
        Path model,
        Optional<Path> input,
        int tamper,
        boolean keep,
        Duration checkpointInterval,
        int parallelism,
        EnginePorts ports) {

    private static final int DOCUMENTS = 200_000;
    private static final long SEED = 1;
    static final int PARALLELISM = 2;

    /** What {@code deploy/demo} does without options. */
    public static DemoOptions of(Path root) {
        return new DemoOptions(
                root,
                folderIn(root),
                Scenario.of(SEED, DOCUMENTS),
                root.resolve("job/models/receipts.yaml"),
                Optional.empty(),
                0,
                false,
                Duration.ofSeconds(10),
                PARALLELISM,
                EnginePorts.any());
    }

    /** Where engines of the demo are kept. */
    static Path folderIn(Path root) {
        return root.resolve("deploy/target/demo");
    }

    public DemoOptions withFolder(Path value) {
        return new DemoOptions(
                root, value, scenario, model, input, tamper, keep, checkpointInterval, parallelism, ports);
    }

    public DemoOptions withScenario(Scenario value) {
        return new DemoOptions(root, folder, value, model, input, tamper, keep, checkpointInterval, parallelism, ports);
    }

    public DemoOptions withModel(Path value) {
        return new DemoOptions(
                root, folder, scenario, value, input, tamper, keep, checkpointInterval, parallelism, ports);
    }

    public DemoOptions withInput(Path value) {
        return new DemoOptions(
                root,
                folder,
                scenario,
                model,
                Optional.of(value),
                tamper,
                keep,
                checkpointInterval,
                parallelism,
                ports);
    }

    public DemoOptions withTamper(int value) {
        return new DemoOptions(
                root, folder, scenario, model, input, value, keep, checkpointInterval, parallelism, ports);
    }

    public DemoOptions withKeep(boolean value) {
        return new DemoOptions(
                root, folder, scenario, model, input, tamper, value, checkpointInterval, parallelism, ports);
    }

    public DemoOptions withCheckpointInterval(Duration value) {
        return new DemoOptions(root, folder, scenario, model, input, tamper, keep, value, parallelism, ports);
    }

    public DemoOptions withParallelism(int value) {
        return new DemoOptions(root, folder, scenario, model, input, tamper, keep, checkpointInterval, value, ports);
    }

    public DemoOptions withPorts(EnginePorts value) {
        return new DemoOptions(
                root, folder, scenario, model, input, tamper, keep, checkpointInterval, parallelism, value);
    }
}
