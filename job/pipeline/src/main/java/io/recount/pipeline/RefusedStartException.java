package io.recount.pipeline;

/** A start that cannot go on from what is published; the message says what to do. */
public final class RefusedStartException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RefusedStartException(String message) {
        super(message);
    }
}
