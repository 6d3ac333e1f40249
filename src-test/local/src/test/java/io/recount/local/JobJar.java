package io.recount.local;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** The jar of {@link io.recount.local.job.CountingJob}: the classes of its package, without Flink. */
final class JobJar {

    private JobJar() {}

    static Path in(Path folder) throws IOException {
        Path classes = Path.of("target", "test-classes");
        Path jar = folder.resolve("job.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file);
                Stream<Path> files = Files.list(classes.resolve("io/recount/local/job"))) {
            for (Path path : files.toList()) {
                out.putNextEntry(new JarEntry(classes.relativize(path).toString()));
                Files.copy(path, out);
                out.closeEntry();
            }
        }
        return jar;
    }
}
