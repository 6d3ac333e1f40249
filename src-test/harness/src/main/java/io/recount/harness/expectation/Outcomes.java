package io.recount.harness.expectation;

import java.util.Map;

/**
 * What became of all messages; none of it depends on their order.
 *
 * @param messages all of them
 * @param rejected messages that are none; {@code distinctRejected} counts equal bytes once
 * @param ignored by rule
 * @param versions distinct versions of documents: the rows of the table of documents
 * @param duplicates versions delivered again
 * @param badMessages deliveries of bad versions, {@code badVersions} distinct ones
 * @param deletedMessages deliveries of deletes, {@code deletedVersions} distinct ones
 * @param documents ids whose latest version is good
 * @param errors ids whose latest version is bad
 * @param deleted ids whose latest version is a delete
 */
public record Outcomes(
        long messages,
        long rejected,
        long distinctRejected,
        Map<String, Long> ignored,
        long versions,
        long duplicates,
        long badMessages,
        long badVersions,
        long deletedMessages,
        long deletedVersions,
        long documents,
        long errors,
        long deleted) {

    public Outcomes {
        ignored = Map.copyOf(ignored);
    }
}
