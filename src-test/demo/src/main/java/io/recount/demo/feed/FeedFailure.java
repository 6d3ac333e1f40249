package io.recount.demo.feed;

import org.jspecify.annotations.Nullable;

/** Messages could not be read, or Kafka did not take them; the message says which and where. */
public final class FeedFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    FeedFailure(String message, @Nullable Throwable cause) {
        super(cause == null ? message : message + ": " + cause.getMessage(), cause);
    }
}
