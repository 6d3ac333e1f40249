package io.recount.cli.load;

import org.jspecify.annotations.Nullable;

/**
 * A file can't be loaded, or not further, until somebody does something about it; the message says which, where, why and what
 * next. What was loaded of it stays.
 */
public final class WrongFileException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    WrongFileException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
