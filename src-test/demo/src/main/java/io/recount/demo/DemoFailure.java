package io.recount.demo;

/** The demo can't go on; the message says why, for a person who has never seen it before, and what to do. */
public final class DemoFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    DemoFailure(String message) {
        super(message);
    }

    DemoFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
