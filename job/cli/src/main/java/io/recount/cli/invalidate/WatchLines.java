package io.recount.cli.invalidate;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;

/** A line every ten seconds, and one whenever the state changes, where nothing can be overwritten. */
public final class WatchLines implements WatchView {

    private static final Duration QUIET = Duration.ofSeconds(10);

    private final Clock clock;
    private final Consumer<String> words;
    private Instant said = Instant.MIN;
    private String saidState = "";

    public WatchLines(Clock clock, Consumer<String> words) {
        this.clock = clock;
        this.words = words;
    }

    @Override
    public void at(RequestStatus status) {
        Instant now = clock.instant();
        boolean isNews = !status.state().toString().equals(saidState);
        if (!isNews && now.isBefore(said.plus(QUIET))) {
            return;
        }
        said = now;
        saidState = status.state().toString();
        String share = status.share().isEmpty() ? "" : " (" + status.share() + ")";
        String left = status.left().isEmpty() ? "" : ", " + status.left() + " left";
        words.accept("%s %s: %s of %s documents%s, %s values published again%s"
                .formatted(
                        status.id(),
                        status.state(),
                        StatusTable.number(status.expanded()),
                        StatusTable.number(status.documents()),
                        share,
                        StatusTable.number(status.changed()),
                        left));
    }
}
