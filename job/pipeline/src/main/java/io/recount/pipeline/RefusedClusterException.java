package io.recount.pipeline;

/** A cluster's configuration under which the job would not be exact; the message says what to change. */
public final class RefusedClusterException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RefusedClusterException(String message) {
        super(message);
    }
}
