package io.recount.cli;

/** An engine that did not do what it was asked; the message says what, where and what next. */
final class EngineRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    EngineRefusedException(String message, Throwable cause) {
        super(message, cause);
    }
}
