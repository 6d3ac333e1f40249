package io.recount.kafka;

import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A topic as the brokers describe it: its present life, and how many partitions it has. */
record LogTopic(LogName name, int partitionCount) {

    Stream<LogPartition> partitions() {
        return IntStream.range(0, partitionCount).mapToObj(number -> new LogPartition(name, number));
    }
}
