package io.recount.bench.throughput;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.recount.bench.path.Assignment;
import io.recount.bench.path.Measurement;
import io.recount.bench.path.PathJvm;
import io.recount.local.EngineChild;
import io.recount.local.Lifetime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A JVM for one measurement, on this JVM's class path. It ends with this JVM. */
record Child(Path folder) {

    private static final int HEAP_MEGABYTES = 4096;
    private static final int LOG_TAIL_LINES = 30;
    private static final JsonMapper JSON = new JsonMapper();

    /**
     * Runs it to its end.
     *
     * @throws IllegalStateException with the end of its log if it fails
     */
    Measurement run(Assignment assignment) throws IOException, InterruptedException {
        Path task = folder.resolve("assignment.json");
        Path result = folder.resolve("measurement.json");
        Path log = folder.resolve("measurement.log");
        Files.deleteIfExists(result);
        JSON.writeValue(task.toFile(), assignment);
        int exit = new ProcessBuilder(command(assignment, task, result, log))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("measurement.out").toFile())
                .start()
                .waitFor();
        if (exit != 0 || !Files.exists(result)) {
            throw new IllegalStateException("Measuring %s ended with exit code %d. The end of %s:%n%s"
                    .formatted(assignment.path().shown(), exit, log, tail(log)));
        }
        return JSON.readValue(result.toFile(), Measurement.class);
    }

    private static List<String> command(Assignment assignment, Path task, Path result, Path log) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + HEAP_MEGABYTES + "m",
                "-XX:-UsePerfData",
                "-Duser.timezone=UTC",
                "-Dfile.encoding=UTF-8",
                "-Drecount.demo.log=" + log,
                "-Dlog4j2.configurationFile=classpath:log4j2-demo.xml"));
        if (!assignment.profile().isEmpty()) {
            // Else samples are put down to the nearest call instead of the line.
            command.addAll(List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints"));
        }
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                EngineChild.class.getName(),
                Lifetime.ATTACHED.name(),
                PathJvm.class.getName(),
                task.toString(),
                result.toString()));
        return command;
    }

    private static String tail(Path log) throws IOException {
        if (!Files.exists(log)) {
            return "(no log)";
        }
        List<String> lines = Files.readAllLines(log, StandardCharsets.UTF_8);
        return String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_TAIL_LINES), lines.size()));
    }
}
