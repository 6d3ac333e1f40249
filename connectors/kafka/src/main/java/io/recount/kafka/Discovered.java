package io.recount.kafka;

import java.util.List;
import java.util.Set;

/**
 * What the enumerator remembers.
 *
 * @param assigned partitions that a reader has, or had in the same checkpoint
 * @param waiting partitions whose reader has not registered yet
 */
record Discovered(Set<LogPartition> assigned, List<LogSplit> waiting) {

    Discovered {
        assigned = Set.copyOf(assigned);
        waiting = List.copyOf(waiting);
    }
}
