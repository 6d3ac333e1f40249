package io.recount.cli.report;

/** A measure is asked for that the model does not have; the message says which, and what might be meant. */
public final class UnknownMeasureException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnknownMeasureException(String message) {
        super(message);
    }
}
