package io.recount.cli.load;

/** What a person sees of a file while it is loaded. */
public interface LoadView extends AutoCloseable {

    /** Shows nothing. */
    LoadView NONE = (activity, positionBytes, lines) -> {};

    /**
     * Called often.
     *
     * @param activity what is being done to the file
     * @param positionBytes of the file's own bytes, compressed as they are
     */
    void at(Activity activity, long positionBytes, long lines);

    @Override
    default void close() {}

    /** What is done to a file. */
    enum Activity {
        /** Its lines are compared with those that were loaded before. */
        COMPARED,
        DONE
    }

    /** Opens them. */
    @FunctionalInterface
    interface Opening {
        LoadView open(LoadFile file);
    }
}
