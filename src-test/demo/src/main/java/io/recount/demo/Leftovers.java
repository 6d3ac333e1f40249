package io.recount.demo;

import io.recount.local.Lifetime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** What an earlier run left in a folder. */
final class Leftovers {

    private Leftovers() {}

    /** Stops engines that run on the folder; true if there were any. */
    static boolean stop(Path folder) {
        return Files.isDirectory(folder)
                && Engines.in(folder, EnginePorts.any(), DemoOptions.PARALLELISM, Lifetime.ATTACHED)
                        .stopRunning();
    }

    /** Removes the folder's content. */
    static void remove(Path folder) {
        try {
            if (Files.isDirectory(folder)) {
                for (Path path : deepestFirst(folder)) {
                    Files.delete(path);
                }
            }
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new DemoFailure(
                    "What an earlier run left in " + folder
                            + " can't be removed; remove the folder by hand, then run again.",
                    e);
        }
    }

    private static List<Path> deepestFirst(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            return paths.sorted(Comparator.reverseOrder()).toList();
        }
    }
}
