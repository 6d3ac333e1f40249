package io.recount.pipeline.requests;

/**
 * A request that says nothing the job could do. The message says what is wrong, where and what to do, and shows no more of
 * the request's values than an {@link Excerpt}. Nothing was done.
 */
public final class InvalidRequestException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    InvalidRequestException(String message) {
        super(message);
    }
}
