package io.recount.harness.feed;

import java.time.Instant;

/** Sends its documents one after the other; its times of sending never go back. */
public interface Sender {

    /** Whether it has a document left; the other methods need one. */
    boolean hasNext();

    /** When it sends the next one. */
    Instant sendsAt();

    /**
     * The next document.
     *
     * @param number it has among those of all senders, from 1
     */
    Draft send(long number);
}
