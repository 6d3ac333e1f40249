package io.recount.cli.load;

import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;

/** A line now and then, where nothing can be overwritten. */
public final class ProgressLines implements LoadView {

    private static final Duration QUIET = Duration.ofSeconds(10);

    private final LoadFile file;
    private final long sizeBytes;
    private final Consumer<String> words;
    private long lastNanos = System.nanoTime();

    public ProgressLines(LoadFile file, Consumer<String> words) {
        this.file = file;
        this.sizeBytes = file.sizeBytes();
        this.words = words;
    }

    @Override
    public void at(Activity activity, long positionBytes, long lines) {
        if (System.nanoTime() - lastNanos < QUIET.toNanos()) {
            return;
        }
        lastNanos = System.nanoTime();
        String share = sizeBytes == 0 ? "" : ", %d %% of the file".formatted(100 * positionBytes / sizeBytes);
        words.accept("%s: %,d lines %s%s"
                .formatted(file.name(), lines, activity.name().toLowerCase(Locale.ROOT), share));
    }
}
