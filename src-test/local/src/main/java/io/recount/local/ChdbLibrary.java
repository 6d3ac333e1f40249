package io.recount.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds libchdb in the cache, where {@code src-test/local/install-chdb} puts it; runs that script when it is absent. */
final class ChdbLibrary {

    private static final String INSTALLATION = "chdb-3.4.0";

    private ChdbLibrary() {}

    static Path find() {
        Optional<Path> library = search();
        if (library.isPresent()) {
            return library.get();
        }
        install();
        return search().orElseThrow(() -> new EngineFailure("libchdb is still missing in " + installation()
                + " after src-test/local/install-chdb: remove that folder and run the script again"));
    }

    private static Optional<Path> search() {
        Path packages = installation().resolve("node_modules").resolve("@chdb");
        if (!Files.isDirectory(packages)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.walk(packages, 2)) {
            return files.filter(file -> file.getFileName().toString().startsWith("libchdb."))
                    .findFirst();
        } catch (IOException e) {
            throw new UncheckedIOException("Can't look for libchdb in " + packages, e);
        }
    }

    private static Path installation() {
        String cache = System.getenv("RECOUNT_CACHE");
        return (cache == null || cache.isBlank()
                        ? Path.of(System.getProperty("user.home"), ".cache", "recount")
                        : Path.of(cache))
                .resolve(INSTALLATION);
    }

    private static void install() {
        Path script = Checkout.root().resolve("src-test/local/install-chdb");
        try {
            Process process = new ProcessBuilder("bash", script.toString())
                    .redirectErrorStream(true)
                    .start();
            process.getOutputStream().close();
            String words = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new EngineFailure("ClickHouse's engine could not be installed.\n" + words.strip());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Can't run " + script, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EngineFailure("Interrupted while " + script + " was running", e);
        }
    }
}
