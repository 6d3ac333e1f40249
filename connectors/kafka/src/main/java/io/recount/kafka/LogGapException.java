package io.recount.kafka;

import org.apache.flink.runtime.execution.SuppressRestartsException;

/** Records that were never read are gone, or may be: going on would lose them in silence. */
public final class LogGapException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    LogGapException(String message) {
        super(message);
    }

    /** The form in which it ends a running job: no restart brings the records back. */
    SuppressRestartsException forGood() {
        return new SuppressRestartsException(this);
    }
}
