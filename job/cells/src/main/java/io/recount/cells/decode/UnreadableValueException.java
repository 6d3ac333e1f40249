package io.recount.cells.decode;

import io.recount.cells.Problem.Reason;

/** A value that is not of its field's type. Without a stack trace: it is an answer, not a fault. */
final class UnreadableValueException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Reason reason;
    private final String what;

    UnreadableValueException(Reason reason, String what) {
        super(what, null, false, false);
        this.reason = reason;
        this.what = what;
    }

    Reason reason() {
        return reason;
    }

    /** Follows the field's name in a sentence. */
    String what() {
        return what;
    }
}
