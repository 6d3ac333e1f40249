package io.recount.kafka;

/**
 * What a partition holds.
 *
 * @param start offset of its first record, or where that will be
 * @param end the offset behind its last record
 */
public record LogRange(long start, long end) {}
