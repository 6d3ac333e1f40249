package io.recount.local;

/** The states of a Flink job, as its REST interface names them. */
public enum JobState {
    INITIALIZING,
    CREATED,
    RUNNING,
    FAILING,
    FAILED,
    CANCELLING,
    CANCELED,
    FINISHED,
    RESTARTING,
    SUSPENDED,
    RECONCILING;

    /** Whether the job will never change its state again. */
    public boolean isFinal() {
        return this == FAILED || this == CANCELED || this == FINISHED;
    }
}
