package io.recount.kafka;

import static java.util.Objects.requireNonNull;

/**
 * Reading has got this far without a record that would say so: at the start, and beyond the markers of transactions and
 * the records of given-up ones. Who keeps positions needs these too: what lies behind a marker may be deleted, and the
 * offset of the last record would then look like a loss.
 *
 * @param log the log's name
 * @param partition the partition's number
 * @param nextOffset where reading goes on
 */
public record LogPosition(String log, int partition, long nextOffset) implements LogElement {

    public LogPosition {
        requireNonNull(log, "log");
    }
}
