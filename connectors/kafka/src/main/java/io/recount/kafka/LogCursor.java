package io.recount.kafka;

/** How far a reader has got in a partition. */
final class LogCursor {

    private final LogPartition partition;
    private long nextOffset;

    LogCursor(LogSplit split) {
        this.partition = split.partition();
        this.nextOffset = split.nextOffset();
    }

    void advance(LogElement element) {
        nextOffset = element.nextOffset();
    }

    LogSplit split() {
        return new LogSplit(partition, nextOffset);
    }
}
