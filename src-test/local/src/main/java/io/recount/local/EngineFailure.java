package io.recount.local;

/** An engine could not do what it was asked to; the message says what, where, and what to do next. */
public final class EngineFailure extends RuntimeException {

    public EngineFailure(String message) {
        super(message);
    }

    public EngineFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
