package io.recount.local;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The source tree this JVM was started from: named by the system property {@code recount.root}, else the nearest folder
 * above the working directory that looks like one.
 */
final class Checkout {

    private Checkout() {}

    static Path root() {
        String named = System.getProperty("recount.root");
        if (named != null && !named.isBlank()) {
            return Path.of(named).toAbsolutePath();
        }
        @Nullable Path folder = Path.of("").toAbsolutePath();
        while (folder != null) {
            if (Files.isDirectory(folder.resolve("job")) && Files.isDirectory(folder.resolve("src-test"))) {
                return folder;
            }
            folder = folder.getParent();
        }
        throw new EngineFailure("No checkout of Recount at or above "
                + Path.of("").toAbsolutePath() + ": run inside one, or name it with -Drecount.root=FOLDER");
    }

    /** The class path of a child process: what a module compiled and copied into its target folder. */
    static String classPath(String module) {
        Path target = root().resolve(module).resolve("target");
        Path classes = target.resolve("classes");
        Path libraries = target.resolve("lib");
        if (!Files.isDirectory(classes) || !Files.isDirectory(libraries)) {
            throw new EngineFailure(libraries + " or its sibling classes is missing: run mvn -B -q -pl " + module
                    + " process-classes in " + root());
        }
        try (Stream<Path> jars = Files.list(libraries)) {
            List<String> paths = Stream.concat(Stream.of(classes), jars.sorted())
                    .map(Path::toString)
                    .toList();
            return String.join(File.pathSeparator, paths);
        } catch (IOException e) {
            throw new UncheckedIOException("Can't list " + libraries, e);
        }
    }
}
