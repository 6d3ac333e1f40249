package io.recount.kafka;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/** A record to be appended. The bytes are shared, not copied: whoever hands them over leaves them as they are. */
public final class NewRecord {

    private final byte @Nullable [] key;
    private final byte[] value;

    /** {@code key} is null for a record that may go to any partition. */
    public NewRecord(byte @Nullable [] key, byte[] value) {
        this.key = key;
        this.value = requireNonNull(value, "value");
    }

    public byte @Nullable [] key() {
        return key;
    }

    public byte[] value() {
        return value;
    }

    /** Without the payload. */
    @Override
    public String toString() {
        return "NewRecord[valueBytes=" + value.length + "]";
    }
}
