package io.recount.local;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Flink's own command line, run in a child JVM as {@code flink run} does: the jar's main class runs there.
 *
 * @param jar holds the job and its connectors, but not Flink
 * @param savepoint the savepoint or retained checkpoint to begin from, all of which must have a place in the job
 * @param parallelism empty takes the cluster's
 */
public record FlinkSubmission(
        Path jar, String mainClass, List<String> arguments, Optional<String> savepoint, OptionalInt parallelism) {

    private static final Pattern JOB_ID = Pattern.compile("Job has been submitted with JobID ([0-9a-f]{32})");
    private static final String FAILURE = "The program finished with the following exception:";
    private static final Pattern FRAME = Pattern.compile("^\\s+(at |\\.\\.\\. )");
    private static final int SHOWN_LINES = 40;

    /** Returns the job's id. All that the command line and the main class said is in the log file. */
    String run(String classPath, Path configuration, URI cluster, Path log) {
        if (!Files.isReadable(jar)) {
            throw new EngineFailure(
                    "There is no job to submit: " + jar.toAbsolutePath() + " is missing; build it first");
        }
        try {
            ProcessBuilder builder = new ProcessBuilder(command(classPath, cluster))
                    .redirectErrorStream(true)
                    .redirectInput(new File("/dev/null"))
                    .redirectOutput(log.toFile());
            builder.environment().put("FLINK_CONF_DIR", configuration.toString());
            int exit = builder.start().waitFor();
            String words = Files.readString(log, StandardCharsets.UTF_8);
            Matcher id = JOB_ID.matcher(words);
            if (exit != 0 || !id.find()) {
                throw new EngineFailure("%s of %s was not submitted to %s (all of it is in %s):\n%s"
                        .formatted(mainClass, jar.getFileName(), cluster, log, reason(words)));
            }
            return id.group(1);
        } catch (IOException e) {
            throw new UncheckedIOException("Can't run Flink's command line", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EngineFailure("Interrupted while " + mainClass + " was being submitted", e);
        }
    }

    private List<String> command(String classPath, URI cluster) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-Dfile.encoding=UTF-8",
                "-Duser.timezone=UTC",
                // Flink's closure cleaner and Kryo look into these packages.
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "--add-opens=java.base/java.util=ALL-UNNAMED",
                "-cp",
                classPath,
                "org.apache.flink.client.cli.CliFrontend",
                "run",
                "--detached",
                "--jobmanager",
                cluster.getAuthority()));
        savepoint.ifPresent(path -> command.addAll(List.of("--fromSavepoint", path)));
        parallelism.ifPresent(subtasks -> command.addAll(List.of("--parallelism", Integer.toString(subtasks))));
        command.addAll(List.of("--class", mainClass, jar.toAbsolutePath().toString()));
        command.addAll(arguments);
        return command;
    }

    /** The messages of the exception and its causes, without their frames; else the last lines. */
    private static String reason(String words) {
        int failure = words.indexOf(FAILURE);
        List<String> lines = (failure < 0 ? words : words.substring(failure + FAILURE.length()))
                .lines()
                .filter(line -> !line.isBlank() && !FRAME.matcher(line).find())
                .toList();
        return String.join(
                "\n",
                failure < 0
                        ? lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size())
                        : lines.subList(0, Math.min(SHOWN_LINES, lines.size())));
    }
}
