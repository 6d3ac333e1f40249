package io.recount.harness.expectation;

/** A field whose JSON is not of its type. The message names the field and what is wrong, never the value. */
final class UnreadableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnreadableException(String what) {
        super(what);
    }
}
