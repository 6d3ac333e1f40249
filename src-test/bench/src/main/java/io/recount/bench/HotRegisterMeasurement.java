package io.recount.bench;

import io.recount.demo.DemoRun;
import io.recount.demo.feed.Feeding;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/**
 * Windows without and with a hot register in turn, so that what changes over time changes both. Within a window other
 * registers sell evenly; a window ends when all of it is published.
 */
final class HotRegisterMeasurement {

    private static final Duration DEADLINE = Duration.ofMinutes(10);

    private final DemoRun run;
    private final int hotReceipts;
    private final int windows;
    private final Duration length;
    private final Consumer<String> words;

    /** {@code run} has been run; {@code words} takes a line about each window. */
    HotRegisterMeasurement(DemoRun run, int hotReceipts, int windows, Duration length, Consumer<String> words) {
        this.run = run;
        this.hotReceipts = hotReceipts;
        this.windows = windows;
        this.length = length;
        this.words = words;
    }

    HotRegisterResult measure() throws InterruptedException, ExecutionException {
        LiveWindow live = new LiveWindow(run, Traffic.REGISTERS, length);
        Freshness quiet = new Freshness(List.of());
        Freshness hot = new Freshness(List.of());
        for (int window = 0; window < 2 * windows; window += 2) {
            quiet = quiet.and(window(live, window, false));
            hot = hot.and(window(live, window + 1, true));
        }
        CheckpointSize checkpoint = new CheckpointSize(run.engines().flink().rest());
        long before = checkpoint.settledBytes();
        Backlog.awaitPublished(run, List.of(hot(1)), DEADLINE);
        long afterwards = checkpoint.settledBytes();
        return new HotRegisterResult(hotReceipts, quiet, hot, before, afterwards);
    }

    private Freshness window(LiveWindow live, int number, boolean isHot) {
        Freshness freshness = live.measure(number, isHot ? List.of(hot(number)) : List.of());
        words.accept("window %d, %s: %s".formatted(number, isHot ? "hot" : "quiet", freshness));
        return freshness;
    }

    private Feeding hot(int window) {
        return Backlog.start(run, Traffic.hot(window, hotReceipts));
    }
}
