package io.recount.pipeline.requests;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request that says nothing the job could do. The message says what is wrong, where and what to do, and shows no more of
 * the request's values than an {@link Excerpt}. Nothing was done.
 */
public final class InvalidRequestException extends IllegalArgumentException {

    private static final long serialVersionUID = 2L;

    private final @Nullable String id;

    InvalidRequestException(String message) {
        this(message, null);
    }

    private InvalidRequestException(String message, @Nullable String id) {
        super(message);
        this.id = id;
    }

    /** The same of a request that has got this id. */
    InvalidRequestException of(String its) {
        return new InvalidRequestException(String.valueOf(getMessage()), its);
    }

    /** What the request is called, if that could be read, and may be. */
    Optional<String> id() {
        return Optional.ofNullable(id);
    }
}
