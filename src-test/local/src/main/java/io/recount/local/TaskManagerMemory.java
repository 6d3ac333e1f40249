package io.recount.local;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * How a task manager's memory is divided. Flink works it out from the configuration before the JVM starts, in a JVM of
 * its own, as its scripts do; the process refuses to start without.
 *
 * @param jvmOptions limits of heap, direct memory and metaspace
 * @param arguments the same and the other parts, for Flink
 */
record TaskManagerMemory(List<String> jvmOptions, List<String> arguments) {

    private static final String RESULT = "BASH_JAVA_UTILS_EXEC_RESULT:";
    private static final String HEAP = "-Xmx";

    static TaskManagerMemory of(FlinkConfiguration configuration) {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-cp",
                Checkout.classPath(LocalFlink.MODULE),
                "org.apache.flink.runtime.util.bash.BashJavaUtils",
                "GET_TM_RESOURCE_PARAMS",
                "--configDir",
                configuration.folder().toString());
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectInput(new File("/dev/null"))
                    .start();
            String words = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            List<String> results = words.lines()
                    .filter(line -> line.startsWith(RESULT))
                    .map(line -> line.substring(RESULT.length()).strip())
                    .toList();
            if (process.waitFor() != 0 || results.size() != 2) {
                throw new EngineFailure("The memory of a task manager can't be worked out from "
                        + configuration.folder() + ":\n" + words);
            }
            return new TaskManagerMemory(
                    List.of(results.get(0).split(" ")), List.of(results.get(1).split(" ")));
        } catch (IOException e) {
            throw new UncheckedIOException("Can't work out the memory of a task manager", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EngineFailure("Interrupted while the memory of a task manager was worked out", e);
        }
    }

    int heapMegabytes() {
        long bytes = jvmOptions.stream()
                .filter(option -> option.startsWith(HEAP))
                .mapToLong(option -> Long.parseLong(option.substring(HEAP.length())))
                .findFirst()
                .orElseThrow(() -> new EngineFailure("Flink gave a task manager no heap: " + jvmOptions));
        return Math.toIntExact(bytes >> 20);
    }
}
