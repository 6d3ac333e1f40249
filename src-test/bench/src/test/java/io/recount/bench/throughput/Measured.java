package io.recount.bench.throughput;

import io.recount.bench.path.BenchPath;
import io.recount.bench.path.Costs;
import io.recount.bench.path.Measurement;
import java.util.Arrays;
import java.util.List;

/** Made-up measurements: two million messages in ten seconds, of a million documents. */
final class Measured {

    static final int DOCUMENTS = 1_000_000;

    private static final long SECOND = 1_000_000_000L;

    private Measured() {}

    /** A path whose rounds took so many seconds of CPU, a quarter of them for the second half of the messages. */
    static PathResult path(BenchPath path, long... cpuSeconds) {
        return new PathResult(
                path,
                DOCUMENTS,
                Arrays.stream(cpuSeconds).mapToObj(Measured::round).toList());
    }

    private static Measurement round(long cpuSeconds) {
        return new Measurement(
                2 * DOCUMENTS,
                new Costs(10 * SECOND, cpuSeconds * SECOND, 4 * SECOND, 6 * SECOND),
                DOCUMENTS,
                new Costs(5 * SECOND, cpuSeconds * SECOND / 4, 2 * SECOND, 3 * SECOND),
                50L * DOCUMENTS,
                List.of(10L, cpuSeconds),
                1 << 20);
    }
}
