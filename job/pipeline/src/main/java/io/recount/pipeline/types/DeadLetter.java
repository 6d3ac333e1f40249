package io.recount.pipeline.types;

import io.recount.cells.Problem;

/**
 * A message without place, id or version.
 *
 * @param hash xxHash64 of the message: a redelivery is the same dead letter
 * @param sizeBytes of the message's value
 * @param excerpt its beginning, empty unless configured: it may hold what is private
 * @param payload the message, if it is to be kept
 */
public record DeadLetter(
        String topic,
        int partition,
        long offset,
        long appendedAtMillis,
        long hash,
        int sizeBytes,
        Problem problem,
        String excerpt,
        Payload payload) {}
