package io.recount.local;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs an engine as a child JVM on a home folder: start, SIGTERM, kill -9, SIGSTOP. The process is found through the folder, so
 * a JVM that did not start it can stop it as well.
 */
abstract sealed class EngineProcess implements Engine
        permits JobManager, LocalClickHouse, LocalFlink, LocalKafka, LocalZooKeeper, TaskManager {

    private static final Duration START = Duration.ofMinutes(2);
    private static final Duration STOP = Duration.ofSeconds(45);
    private static final Path SETSID = Path.of("/usr/bin/setsid");
    /** Of a process that chose its own, and of JVMs ended by SIGINT and SIGTERM. */
    private static final Set<Integer> CLEAN_EXITS = Set.of(0, 128 + 2, 128 + 15);

    private final String name;
    private final EngineHome home;
    private final Lifetime lifetime;
    private Optional<Process> started = Optional.empty();
    private Optional<Freeze> freeze = Optional.empty();

    /** {@code name} is what messages call the engine. */
    EngineProcess(String name, EngineHome home, Lifetime lifetime) {
        this.name = name;
        this.home = home;
        this.lifetime = lifetime;
    }

    /** The JVM to start; asked for at every start, because what it needs may have to be installed. */
    abstract ChildJvm child();

    /** Whether the process that was just started does its work; by default, whether it says so. */
    boolean answers() {
        return Files.exists(home.ready());
    }

    /** Whether a process that was asked to stop did so as it should, by its exit code. */
    boolean isClean(int exit) {
        return CLEAN_EXITS.contains(exit);
    }

    final EngineHome home() {
        return home;
    }

    @Override
    public void start() {
        home.process().ifPresent(running -> {
            throw new EngineFailure(
                    name + " already runs on " + home.folder() + " as process " + running.pid() + ": stop it first");
        });
        Process process = launch(child());
        started = Optional.of(process);
        home.remember(process.toHandle());
        boolean answered = Await.within(() -> !process.isAlive() || answers(), START);
        if (!process.isAlive()) {
            throw new EngineFailure("%s ended with exit code %d while starting on %s. The end of %s:\n%s"
                    .formatted(name, process.exitValue(), home.folder(), home.log(), home.logTail()));
        }
        if (!answered) {
            kill();
            throw new EngineFailure("%s did not answer within %d s and was killed. The end of %s:\n%s"
                    .formatted(name, START.toSeconds(), home.log(), home.logTail()));
        }
    }

    @Override
    public final boolean isAlive() {
        return home.process().isPresent();
    }

    @Override
    public void stop() {
        ProcessHandle process = running();
        thaw();
        process.destroy();
        if (!ended(process)) {
            kill();
            throw new EngineFailure("%s did not stop within %d s of SIGTERM and was killed. The end of %s:\n%s"
                    .formatted(name, STOP.toSeconds(), home.log(), home.logTail()));
        }
        int exit = started.map(Process::exitValue).orElse(0);
        if (!isClean(exit)) {
            throw new EngineFailure("%s stopped with exit code %d. The end of %s:\n%s"
                    .formatted(name, exit, home.log(), home.logTail()));
        }
    }

    @Override
    public void kill() {
        ProcessHandle process = running();
        process.destroyForcibly();
        if (!ended(process)) {
            throw new EngineFailure(
                    "%s, process %d, outlived kill -9 by %d s".formatted(name, process.pid(), STOP.toSeconds()));
        }
        thaw();
    }

    @Override
    public final void freeze() {
        if (freeze.isEmpty()) {
            freeze = Optional.of(Freeze.of(running()));
        }
    }

    @Override
    public final void thaw() {
        freeze.ifPresent(Freeze::close);
        freeze = Optional.empty();
    }

    @Override
    public final Path log() {
        return home.log();
    }

    /** Returns when the engine that was started here has ended; true if a signal asked it to and it did so cleanly. */
    final boolean awaitEnd() {
        return started.map(process -> isClean(process.onExit().join().exitValue()))
                .orElse(true);
    }

    private ProcessHandle running() {
        return home.process().orElseThrow(() -> new EngineFailure(name + " does not run on " + home.folder()));
    }

    private static boolean ended(ProcessHandle process) {
        try {
            process.onExit().get(STOP.toSeconds(), TimeUnit.SECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new EngineFailure("Can't wait for process " + process.pid(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return !process.isAlive();
        }
    }

    private Process launch(ChildJvm child) {
        try {
            Files.createDirectories(home.data());
            Files.deleteIfExists(home.ready());
            ProcessBuilder builder = new ProcessBuilder(command(child))
                    .directory(home.folder().toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(home.log().toFile()));
            if (lifetime == Lifetime.DETACHED) {
                builder.redirectInput(new File("/dev/null"));
            }
            builder.environment().put("TZ", "UTC");
            builder.environment().putAll(child.environment());
            return builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException("Can't start " + name + " on " + home.folder(), e);
        }
    }

    private List<String> command(ChildJvm child) {
        List<String> command = new ArrayList<>();
        if (lifetime == Lifetime.DETACHED && Files.isExecutable(SETSID)) {
            // A session of its own: the terminal's Ctrl-C and hang-up do not reach it.
            command.add(SETSID.toString());
        }
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(
                "-Xmx" + child.heapMegabytes() + "m",
                "-XX:-UsePerfData",
                "-XX:+ExitOnOutOfMemoryError",
                "-XX:ErrorFile=" + home.crashReport(),
                "-Dfile.encoding=UTF-8",
                "-Duser.timezone=UTC",
                "-Drecount.ready=" + home.ready()));
        command.addAll(child.jvmOptions());
        command.addAll(List.of("-cp", ownClasses() + File.pathSeparator + Checkout.classPath(child.module())));
        command.addAll(List.of(EngineChild.class.getName(), lifetime.name(), child.mainClass()));
        command.addAll(child.arguments());
        return command;
    }

    /** Where {@link EngineChild} is; it needs nothing else of this module. */
    private static Path ownClasses() {
        try {
            return Path.of(EngineChild.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
