package io.recount.cli.load;

import java.util.Optional;

/** Where the lines of one file go. */
interface Destination extends AutoCloseable {

    /** What it has of the file already. */
    Optional<Loaded.Reached> reached();

    /**
     * Takes all of a batch or nothing of it, and remembers what is done then.
     *
     * @throws LoadFailedException if it does not, or not for sure
     */
    void take(Batch batch) throws InterruptedException;

    @Override
    void close();

    /** Opens them. */
    @FunctionalInterface
    interface Opening {

        /** {@code input} is what the file's progress is kept under. */
        Destination open(LoadFile file, String input);
    }
}
