package io.recount.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.local.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * {@code deploy/job}, as people call it.
 *
 * @param configuration folder of Flink's configuration
 * @param cluster its REST interface
 */
record JobScript(Path configuration, URI cluster) {

    private static final Path ROOT = Path.of(System.getProperty("recount.root"));
    private static final Duration DEADLINE = Duration.ofMinutes(3);

    /**
     * How a call ended.
     *
     * @param result standard output
     * @param words standard error
     */
    record Ending(int exitCode, String result, String words) {

        /** The only line of what it said that begins a command with these words, from there on. */
        String command(String beginning) {
            List<String> found = words.lines()
                    .filter(line -> line.contains(beginning))
                    .map(line -> line.substring(line.indexOf(beginning)))
                    .toList();
            assertThat(found).as(words).hasSize(1);
            return found.get(0);
        }
    }

    Ending run(String... arguments) {
        List<String> command = new ArrayList<>(List.of("deploy/job"));
        command.addAll(List.of(arguments));
        return start(command);
    }

    /** What it writes to standard output once it has succeeded. */
    String succeed(String... arguments) {
        return succeeded(run(arguments));
    }

    /** The same of a line for a shell. */
    String succeedWith(String line) {
        return succeeded(start(List.of("bash", "-c", line)));
    }

    /** Does something to the cluster as soon as the script has said these words. */
    Ending runUntil(String said, Runnable deed, String... arguments) {
        List<String> command = new ArrayList<>(List.of("deploy/job"));
        command.addAll(List.of(arguments));
        return start(command, words -> {
            Await.until(() -> read(words).contains(said), DEADLINE, () -> "It said only " + read(words));
            deed.run();
        });
    }

    private static String read(Path words) {
        try {
            return Files.readString(words);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String succeeded(Ending ending) {
        assertThat(ending.exitCode()).as(ending.words()).isZero();
        return ending.result().strip();
    }

    private Ending start(List<String> command) {
        return start(command, words -> {});
    }

    /** {@code meanwhile} is given the file of its standard error. */
    private Ending start(List<String> command, Consumer<Path> meanwhile) {
        long begun = System.nanoTime();
        try {
            Path words = Files.createTempFile("job", ".log");
            ProcessBuilder builder =
                    new ProcessBuilder(command).directory(ROOT.toFile()).redirectError(words.toFile());
            builder.environment().remove("FLINK_HOME");
            builder.environment().put("FLINK_CONF_DIR", configuration.toString());
            builder.environment().put("FLINK_URL", cluster.toString());
            builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
            Process process = builder.start();
            meanwhile.accept(words);
            String result = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            Ending ending = new Ending(process.waitFor(), result, Files.readString(words));
            Files.delete(words);
            System.out.printf(
                    "%s: exit code %d after %d s%n%s%s",
                    String.join(" ", command),
                    ending.exitCode(),
                    (System.nanoTime() - begun) / 1_000_000_000,
                    ending.words(),
                    ending.result());
            return ending;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
