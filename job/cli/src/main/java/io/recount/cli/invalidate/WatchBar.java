package io.recount.cli.invalidate;

import java.util.Optional;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A bar on a terminal. How long the rest will take, the job says. */
public final class WatchBar implements WatchView {

    private static final int REDRAWN_MILLIS = 500;
    private static final int UNKNOWN = -1;

    private final ProgressBar bar;
    private volatile Optional<RequestStatus> newest = Optional.empty();

    public WatchBar(String id) {
        bar = new ProgressBarBuilder()
                .setTaskName(id)
                .setInitialMax(UNKNOWN)
                .setUnit(" documents", 1)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(REDRAWN_MILLIS)
                .setEtaFunction(state -> newest.filter(status -> status.state() == RequestStatus.State.RUNNING)
                        .map(RequestStatus::eta))
                .build();
    }

    @Override
    public void at(RequestStatus status) {
        newest = Optional.of(status);
        bar.maxHint(status.documents() == 0 ? UNKNOWN : status.documents());
        bar.stepTo(status.expanded());
        bar.setExtraMessage(" %s, %s published again".formatted(status.state(), StatusTable.number(status.changed())));
    }

    @Override
    public void close() {
        bar.close();
    }
}
