package io.recount.pipeline.cells;

import java.io.Serializable;
import java.time.Duration;

/**
 * How much of the documents state and heap hold.
 *
 * @param cacheBytes heap of a subtask for registers; three quarters of it may be unpublished
 * @param hot a page that was not touched for so long of event time leaves the state
 * @param sizes what is taken on at once
 */
public record StateSettings(long cacheBytes, Duration hot, Sizes sizes) implements Serializable {

    public StateSettings(long cacheBytes, Duration hot) {
        this(cacheBytes, hot, Sizes.SHIPPED);
    }

    long mostDirtyBytes() {
        return cacheBytes / 4 * 3;
    }

    /** Where publishing early stops, so that it does not begin again with the next document. */
    long lessDirtyBytes() {
        return cacheBytes / 2;
    }
}
