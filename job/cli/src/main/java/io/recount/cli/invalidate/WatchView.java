package io.recount.cli.invalidate;

/** What a person sees of a request while it is waited for. */
public interface WatchView extends AutoCloseable {

    /** Called about once a second. */
    void at(RequestStatus status);

    @Override
    default void close() {}
}
