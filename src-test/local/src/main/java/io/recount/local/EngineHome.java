package io.recount.local;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/**
 * The folder of one engine: its data, its log, the ports it keeps over restarts, and the process that runs on it. All
 * that another JVM needs to find the engine and to stop it is in here.
 */
record EngineHome(Path folder) {

    private static final int FIRST_PORT = 10_000;
    /** Where Linux begins to give ports to outgoing connections. */
    private static final int EPHEMERAL_PORTS = 32_768;

    private static final int PORT_ATTEMPTS = 100;
    private static final String PID = "pid";
    private static final String STARTED = "started";
    private static final int LOG_TAIL_LINES = 30;

    EngineHome {
        folder = folder.toAbsolutePath().normalize();
    }

    Path data() {
        return folder.resolve("data");
    }

    Path log() {
        return folder.resolve("engine.log");
    }

    /** Exists once the process of this start answers. */
    Path ready() {
        return folder.resolve("engine.ready");
    }

    /** Where a JVM that crashes writes its report. */
    String crashReport() {
        return folder.resolve("hs_err_%p.log").toString();
    }

    /** The port of that name: the one asked for, else the one used before, else a free one. It is kept from now on. */
    int port(String name, int wanted) {
        Properties ports = read("engine.ports");
        int port = wanted != 0 ? wanted : Integer.parseInt(ports.getProperty(name, "0"));
        if (port == 0) {
            port = freePort();
        }
        ports.setProperty(name, Integer.toString(port));
        write("engine.ports", ports);
        return port;
    }

    void remember(ProcessHandle process) {
        Properties properties = new Properties();
        properties.setProperty(PID, Long.toString(process.pid()));
        process.info().startInstant().ifPresent(instant -> properties.setProperty(STARTED, instant.toString()));
        write("engine.pid", properties);
    }

    /** The live process that runs here, whichever JVM started it; another one that got its number is not taken for it. */
    Optional<ProcessHandle> process() {
        Properties properties = read("engine.pid");
        String pid = properties.getProperty(PID);
        if (pid == null) {
            return Optional.empty();
        }
        Optional<Instant> started =
                Optional.ofNullable(properties.getProperty(STARTED)).map(Instant::parse);
        return ProcessHandle.of(Long.parseLong(pid))
                .filter(ProcessHandle::isAlive)
                .filter(process -> process.info().startInstant().equals(started));
    }

    String logTail() {
        try (Stream<String> lines = Files.lines(log(), StandardCharsets.ISO_8859_1)) {
            List<String> all = lines.toList();
            return String.join("\n", all.subList(Math.max(0, all.size() - LOG_TAIL_LINES), all.size()));
        } catch (IOException | UncheckedIOException e) {
            return "(no log at " + log() + ")";
        }
    }

    private Properties read(String file) {
        Properties properties = new Properties();
        Path path = folder.resolve(file);
        if (Files.exists(path)) {
            try (Reader reader = Files.newBufferedReader(path)) {
                properties.load(reader);
            } catch (IOException e) {
                throw new UncheckedIOException("Can't read " + path, e);
            }
        }
        return properties;
    }

    private void write(String file, Properties properties) {
        Path path = folder.resolve(file);
        try {
            Files.createDirectories(folder);
            try (Writer writer = Files.newBufferedWriter(path)) {
                properties.store(writer, null);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Can't write " + path, e);
        }
    }

    /** Not one of those that outgoing connections get, which would take it while an engine is away. */
    private static int freePort() {
        for (int attempt = 0; attempt < PORT_ATTEMPTS; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, EPHEMERAL_PORTS);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (BindException e) {
                // Somebody else's: another one.
            } catch (IOException e) {
                throw new UncheckedIOException("No free port on 127.0.0.1", e);
            }
        }
        throw new IllegalStateException("No free port on 127.0.0.1 between " + FIRST_PORT + " and " + EPHEMERAL_PORTS
                + ": " + PORT_ATTEMPTS + " attempts. Next: see who listens there (ss -ltn)");
    }
}
