package io.recount.kafka;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A record as it lies in the log: its place and its bytes, not yet understood. The bytes are never changed.
 *
 * @param log the log's name, {@link LogName#text()}: a topic in one of its lives
 * @param partition the partition's number
 * @param offset the record's offset in it
 * @param appendedAtMillis the record's timestamp, milliseconds since the epoch: when the broker appended it, if the topic
 *     has {@code message.timestamp.type=LogAppendTime}, else when the producer made it
 * @param key the record's key; null if it has none
 * @param value the record's value; null for a tombstone
 */
@SuppressWarnings("ArrayRecordComponent") // copying would cost every record of the log
public record RawRecord(
        String log, int partition, long offset, long appendedAtMillis, byte @Nullable [] key, byte @Nullable [] value)
        implements LogElement {

    // Not the compact form: javac loses the parameters' null markers there, and callers in other modules see none.
    public RawRecord(
            String log,
            int partition,
            long offset,
            long appendedAtMillis,
            byte @Nullable [] key,
            byte @Nullable [] value) {
        this.log = requireNonNull(log, "log");
        this.partition = partition;
        this.offset = offset;
        this.appendedAtMillis = appendedAtMillis;
        this.key = key;
        this.value = value;
    }

    @Override
    public long nextOffset() {
        return offset + 1;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RawRecord that
                && log.equals(that.log)
                && partition == that.partition
                && offset == that.offset
                && appendedAtMillis == that.appendedAtMillis
                && Arrays.equals(key, that.key)
                && Arrays.equals(value, that.value);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * log.hashCode() + partition) + Long.hashCode(offset);
    }

    @Override
    public String toString() {
        return "RawRecord[" + log + "-" + partition + ":" + offset + ", valueBytes="
                + (value == null ? "none" : String.valueOf(value.length)) + "]";
    }
}
