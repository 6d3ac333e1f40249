package io.recount.cli.load;

/** An engine did not take lines; the message says which, of what file, and what next. What was loaded before stays. */
public final class LoadFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    LoadFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
