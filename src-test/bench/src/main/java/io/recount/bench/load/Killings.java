package io.recount.bench.load;

import io.recount.demo.DemoRun;
import io.recount.demo.LoadProcess;
import io.recount.local.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/** Loads a file by processes that are killed at random moments once they have begun to write, until one gets through. */
final class Killings {

    private static final Duration DEADLINE = Duration.ofHours(3);
    private static final Duration BEGIN = Duration.ofMinutes(10);

    private final DemoRun run;
    private final Path root;
    private final Path file;
    private final SplittableRandom random;
    private int kills;

    Killings(DemoRun run, Path root, Path file, long seed) {
        this.run = run;
        this.root = root;
        this.file = file;
        this.random = new SplittableRandom(seed);
    }

    /** Kills up to so many of them, the longest-lived after so long; what the last one said, without its progress. */
    String load(int most, Duration longestLife) {
        while (kills < most) {
            Map<Integer, Long> before = run.topic().endOffsets();
            try (LoadProcess process = start()) {
                boolean unused = Await.within(
                        () -> !process.isAlive() || !run.topic().endOffsets().equals(before), BEGIN);
                Duration life = Duration.ofMillis(random.nextLong(longestLife.toMillis()));
                if (Await.within(() -> !process.isAlive(), life)) {
                    return words(process);
                }
                process.kill();
                kills++;
            }
        }
        try (LoadProcess process = start()) {
            return words(process);
        }
    }

    /** Loads once more what is loaded. */
    String again() {
        try (LoadProcess process = start()) {
            return words(process);
        }
    }

    int kills() {
        return kills;
    }

    private LoadProcess start() {
        Path folder = run.engines().folder();
        return LoadProcess.start(
                root, folder.resolve("recount.yaml"), folder.resolve("load.log"), List.of(file.toString()));
    }

    private static String words(LoadProcess process) {
        int exit = process.awaitEnd(DEADLINE);
        if (exit != 0) {
            throw new IllegalStateException(
                    "recount load ended with exit code %d. It said:%n%s".formatted(exit, process.words()));
        }
        return process.words()
                .lines()
                .filter(line -> !line.contains(" % of the file"))
                .collect(Collectors.joining("\n"));
    }
}
