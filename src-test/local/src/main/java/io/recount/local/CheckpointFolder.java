package io.recount.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** Where a cluster's jobs leave their checkpoints, each job in a folder of its own. */
record CheckpointFolder(Path path) {

    private static final String PREFIX = "chk-";

    /** The newest completed checkpoint of a job that is still there. */
    Optional<Path> newest(String jobId) {
        Path job = path.resolve(jobId);
        if (!Files.isDirectory(job)) {
            return Optional.empty();
        }
        try (Stream<Path> checkpoints = Files.list(job)) {
            return checkpoints
                    .filter(checkpoint -> checkpoint.getFileName().toString().startsWith(PREFIX))
                    // One that was under way when its job manager was killed has none.
                    .filter(checkpoint -> Files.exists(checkpoint.resolve("_metadata")))
                    .max(Comparator.comparingLong(CheckpointFolder::number));
        } catch (IOException e) {
            throw new UncheckedIOException("Can't list the checkpoints in " + job, e);
        }
    }

    private static long number(Path checkpoint) {
        return Long.parseLong(checkpoint.getFileName().toString().substring(PREFIX.length()));
    }
}
