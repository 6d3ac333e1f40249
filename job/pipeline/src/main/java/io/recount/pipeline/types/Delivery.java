package io.recount.pipeline.types;

import io.recount.cells.Document;

/**
 * A document and where it was read.
 *
 * @param topic the log: Kafka's topic, {@code @} and its id
 * @param partition Kafka's partition
 * @param offset Kafka's offset
 * @param appendedAtMillis Kafka's timestamp of the record, milliseconds since 1970
 */
public record Delivery(String topic, int partition, long offset, long appendedAtMillis, Document document) {}
