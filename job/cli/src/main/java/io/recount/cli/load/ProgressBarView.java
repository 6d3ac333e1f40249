package io.recount.cli.load;

import java.util.Locale;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A bar on a terminal: how much of the file is read, and how long the rest will take. */
public final class ProgressBarView implements LoadView {

    private static final int REDRAWN_MILLIS = 500;

    private final ProgressBar bar;

    public ProgressBarView(LoadFile file) {
        bar = new ProgressBarBuilder()
                .setTaskName(file.name())
                .setInitialMax(file.sizeBytes() == 0 ? -1 : file.sizeBytes())
                .setUnit(" MiB", 1 << 20)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(REDRAWN_MILLIS)
                .build();
    }

    @Override
    public void at(Activity activity, long positionBytes, long lines) {
        bar.stepTo(positionBytes);
        bar.setExtraMessage(" %,d lines %s".formatted(lines, activity.name().toLowerCase(Locale.ROOT)));
    }

    @Override
    public void close() {
        bar.close();
    }
}
