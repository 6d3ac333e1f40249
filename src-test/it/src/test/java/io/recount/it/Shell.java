package io.recount.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.local.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Runs lines as people type them.
 *
 * @param folder where
 * @param environment besides that of this JVM
 */
record Shell(Path folder, Map<String, String> environment) {

    private static final Duration DEADLINE = Duration.ofMinutes(10);
    private static final int SHOWN_LINES = 15;

    /**
     * How a line ended.
     *
     * @param said what it wrote to standard output, and behind it what to standard error
     */
    record Ended(int exitCode, String said) {}

    Ended run(String line) {
        Process process = start(line);
        return ended(line, process, System.nanoTime());
    }

    /** Stops it once it has said that; the exit code is then that of success. */
    Ended runUntil(String line, String said) {
        Process process = start(line);
        long begun = System.nanoTime();
        Pattern pattern = Pattern.compile(said);
        Await.until(
                () -> !process.isAlive() || pattern.matcher(said()).find(),
                DEADLINE,
                () -> line + " said only " + said());
        assertThat(process.isAlive()).as("%s goes on: %s", line, said()).isTrue();
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        return new Ended(0, ended(line, process, begun).said());
    }

    private Process start(String line) {
        ProcessBuilder builder = new ProcessBuilder("bash", "-o", "pipefail", "-c", line)
                .directory(folder.toFile())
                .redirectOutput(out().toFile())
                .redirectError(err().toFile());
        builder.environment().keySet().removeAll(Set.of("FLINK_HOME", "RECOUNT_JAR"));
        builder.environment().putAll(environment);
        try {
            return builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Ended ended(String line, Process process, long begun) {
        try {
            boolean hasEnded = process.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS);
            if (!hasEnded) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
            String said = said();
            System.out.printf("%d s: %s%n%s%n", (System.nanoTime() - begun) / 1_000_000_000, line, shortened(said));
            assertThat(hasEnded).as("%s ends: %s", line, said).isTrue();
            return new Ended(process.exitValue(), said);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private String said() {
        try {
            return Files.readString(out(), StandardCharsets.UTF_8) + Files.readString(err(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path out() {
        return folder.resolve("out.log");
    }

    private Path err() {
        return folder.resolve("err.log");
    }

    private static String shortened(String text) {
        List<String> lines = text.lines().toList();
        return lines.size() <= 2 * SHOWN_LINES
                ? text.stripTrailing()
                : String.join("\n", lines.subList(0, SHOWN_LINES)) + "\n…\n"
                        + String.join("\n", lines.subList(lines.size() - SHOWN_LINES, lines.size()));
    }
}
