package io.recount.cli.load;

import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/** Takes nothing anywhere, and says which lines are bad: the first {@value #SHOWN} of them. */
final class Rehearsal implements Destination {

    private static final int SHOWN = 20;

    private final LoadFile file;
    private final Consumer<String> words;
    private int bad;

    private Rehearsal(LoadFile file, Consumer<String> words) {
        this.file = file;
        this.words = words;
    }

    static Opening saying(Consumer<String> words) {
        return (file, input) -> new Rehearsal(file, words);
    }

    @Override
    public Optional<Loaded.Reached> reached() {
        return Optional.empty();
    }

    @Override
    public void take(Batch batch) {
        for (Batch.BadLine line : batch.badLines()) {
            bad++;
            if (bad <= SHOWN) {
                words.accept("%s:%d: %s (%s)"
                        .formatted(
                                file.name(),
                                line.line().number(),
                                line.problem().sentence(),
                                line.problem().reason().name().toLowerCase(Locale.ROOT)));
            }
        }
    }

    @Override
    public void close() {
        if (bad > SHOWN) {
            words.accept("%s: %,d more bad lines".formatted(file.name(), bad - SHOWN));
        }
    }
}
