package io.recount.kafka;

/** What the source emits: records, and how far it is where no record says so. Those of one partition come in order. */
public sealed interface LogElement permits RawRecord, LogPosition {

    /** The log's name, {@link LogName#text()}. */
    String log();

    /** The partition's number. */
    int partition();

    /** The offset at which reading this partition goes on after this element. */
    long nextOffset();
}
