package io.recount.harness.feed;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One message as it is put into the topic. The bytes are shared, not copied: whoever holds one leaves them as they are.
 */
public final class Delivery {

    private final @Nullable String key;
    private final byte[] value;
    private final int partitionHint;

    /**
     * @param key of the Kafka message, or null where none could be read
     * @param partitionHint 0 or more; taken modulo the number of partitions it gives one. The same for all deliveries
     *     of a key but a few redeliveries, as when a producer's partitioner was changed.
     */
    public Delivery(@Nullable String key, byte[] value, int partitionHint) {
        if (partitionHint < 0) {
            throw new IllegalArgumentException("Partition hint " + partitionHint + " is negative; give 0 or more");
        }
        this.key = key;
        this.value = value;
        this.partitionHint = partitionHint;
    }

    public @Nullable String key() {
        return key;
    }

    public byte[] value() {
        return value;
    }

    public int partitionHint() {
        return partitionHint;
    }

    /** The partition among {@code partitions} of them. */
    public int partition(int partitions) {
        return partitionHint % partitions;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Delivery that
                && Objects.equals(key, that.key)
                && Arrays.equals(value, that.value)
                && partitionHint == that.partitionHint;
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(value);
    }

    /** Without the payload. */
    @Override
    public String toString() {
        return "Delivery[key=" + key + ", sizeBytes=" + value.length + ", partitionHint=" + partitionHint + "]";
    }
}
