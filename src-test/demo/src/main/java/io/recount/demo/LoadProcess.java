package io.recount.demo;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** {@code recount load}, or another command, in a process of its own, as {@code deploy/recount} starts it. Closing kills it. */
public final class LoadProcess implements AutoCloseable {

    private final Process process;
    private final Path log;

    private LoadProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /**
     * Starts it.
     *
     * @param log takes what it says, in place of what is there
     * @param arguments options of the command but for the configuration, and files
     */
    public static LoadProcess start(Path root, Path configuration, Path log, List<String> arguments) {
        return start(root, configuration, log, List.of("load"), arguments, ProcessBuilder.Redirect.PIPE);
    }

    /** Starts another command. */
    public static LoadProcess of(
            List<String> command, Path root, Path configuration, Path log, List<String> arguments) {
        return start(root, configuration, log, command, arguments, ProcessBuilder.Redirect.PIPE);
    }

    /** The same with a file for its standard input. */
    public static LoadProcess piped(Path root, Path configuration, Path log, List<String> arguments, Path input) {
        return start(
                root, configuration, log, List.of("load"), arguments, ProcessBuilder.Redirect.from(input.toFile()));
    }

    private static LoadProcess start(
            Path root,
            Path configuration,
            Path log,
            List<String> subcommand,
            List<String> arguments,
            ProcessBuilder.Redirect input) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-cp",
                Job.jar(root) + File.pathSeparator + root.resolve("src-test/local/cluster/target/lib/*"),
                Job.MAIN_CLASS));
        command.addAll(subcommand);
        command.addAll(List.of("--config", configuration.toString()));
        command.addAll(arguments);
        try {
            return new LoadProcess(
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectInput(input)
                            .redirectOutput(log.toFile())
                            .start(),
                    log);
        } catch (IOException e) {
            throw new UncheckedIOException("Can't run recount", e);
        }
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Ends it as a power switch would; returns when it is gone. */
    public void kill() {
        process.destroyForcibly();
        awaitEnd(Duration.ofMinutes(1));
    }

    /** Asks it to end (SIGTERM). */
    public void stop() {
        process.destroy();
    }

    /** The exit code, once it has ended. */
    public int awaitEnd(Duration deadline) {
        try {
            if (!process.waitFor(deadline.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new DemoFailure(
                        "recount did not end within %d s. It said:\n%s".formatted(deadline.toSeconds(), words()));
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DemoFailure("Interrupted while recount was running", e);
        }
    }

    /** What it has said so far. */
    public String words() {
        try {
            return Files.readString(log, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("Can't read " + log, e);
        }
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            kill();
        }
    }
}
