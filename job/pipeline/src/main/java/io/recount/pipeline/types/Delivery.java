package io.recount.pipeline.types;

import io.recount.cells.Document;

/**
 * A document and where it was read.
 *
 * @param topic the log: Kafka's topic, {@code @} and its id
 * @param partition Kafka's partition
 * @param offset Kafka's offset
 * @param appendedAtMillis Kafka's timestamp of the record, milliseconds since 1970
 * @param payload the message, if it is to be kept
 */
public record Delivery(
        String topic, int partition, long offset, long appendedAtMillis, Document document, Payload payload) {

    /** Of a message that is not kept. */
    public Delivery(String topic, int partition, long offset, long appendedAtMillis, Document document) {
        this(topic, partition, offset, appendedAtMillis, document, Payload.NONE);
    }

    /** What it takes on the heap beyond that of any delivery: of texts with more than usual, and of the payload. */
    public int textBytes() {
        return document.values().textBytes() + payload.size();
    }
}
