package io.recount.kafka;

import java.util.List;
import java.util.Set;

/**
 * What the enumerator remembers.
 *
 * @param assigned partitions that a reader has, or had in the same checkpoint; it keeps those that are not read at present, too
 * @param waiting partitions that no reader has: theirs has not registered yet, or the topic was taken out before
 */
record Discovered(Set<LogPartition> assigned, List<LogSplit> waiting) {

    Discovered {
        assigned = Set.copyOf(assigned);
        waiting = List.copyOf(waiting);
    }
}
