package io.recount.bench.throughput;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of every command that measures paths. */
final class RigOptions {

    @Option(
            names = "--time-box",
            paramLabel = "SECONDS",
            description = "Flink SQL is stopped after that long (default: ${DEFAULT-VALUE})")
    private int timeBoxSeconds = 90;

    @Option(
            names = "--profile",
            paramLabel = "DIR",
            description = "folder for a flame graph and collapsed stacks of each measurement; costs a little CPU")
    private @Nullable Path profiles;

    int timeBoxSeconds() {
        return timeBoxSeconds;
    }

    /** Null for none. */
    @Nullable
    Path profiles() {
        return profiles;
    }
}
