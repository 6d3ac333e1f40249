package io.recount.cli.errors;

import java.time.Duration;
import java.util.function.Consumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** What a person sees while messages are read again. */
public interface ReplayView extends AutoCloseable {

    /** Called often. */
    void at(long done, long all);

    @Override
    default void close() {}

    /** A bar on a terminal. */
    static ReplayView bar() {
        ProgressBar bar = new ProgressBarBuilder()
                .setTaskName("errors")
                .setInitialMax(-1)
                .setUnit(" messages", 1)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(500)
                .build();
        return new ReplayView() {
            @Override
            public void at(long done, long all) {
                bar.maxHint(all);
                bar.stepTo(done);
            }

            @Override
            public void close() {
                bar.close();
            }
        };
    }

    /** A line now and then, where nothing can be overwritten. */
    static ReplayView lines(Consumer<String> words) {
        return new ReplayView() {
            private static final Duration QUIET = Duration.ofSeconds(10);

            private long lastNanos = System.nanoTime();

            @Override
            public void at(long done, long all) {
                if (System.nanoTime() - lastNanos >= QUIET.toNanos()) {
                    lastNanos = System.nanoTime();
                    words.accept("%,d of %,d messages are read again".formatted(done, all));
                }
            }
        };
    }
}
