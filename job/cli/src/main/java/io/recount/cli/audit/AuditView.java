package io.recount.cli.audit;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** What a person sees of an audit under way. */
public interface AuditView extends AutoCloseable {

    /** Called after each portion. */
    void at(long documents, long allDocuments, long differences);

    @Override
    default void close() {}

    /** A bar on a terminal. */
    static AuditView bar() {
        ProgressBar bar = new ProgressBarBuilder()
                .setTaskName("audit")
                .setUnit(" documents", 1)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(500)
                .build();
        return new AuditView() {
            @Override
            public void at(long documents, long allDocuments, long differences) {
                bar.maxHint(allDocuments == 0 ? -1 : allDocuments);
                bar.stepTo(Math.min(documents, allDocuments));
                bar.setExtraMessage(" %,d differences".formatted(differences));
            }

            @Override
            public void close() {
                bar.close();
            }
        };
    }

    /** A line every ten seconds, where nothing can be overwritten. */
    static AuditView lines(Clock clock, Consumer<String> words) {
        return new AuditView() {
            private final Duration quiet = Duration.ofSeconds(10);
            private Instant said = clock.instant();

            @Override
            public void at(long documents, long allDocuments, long differences) {
                Instant now = clock.instant();
                if (!now.isBefore(said.plus(quiet))) {
                    said = now;
                    words.accept("audit: %,d of %,d documents, %,d differences"
                            .formatted(Math.min(documents, allDocuments), allDocuments, differences));
                }
            }
        };
    }
}
