package io.recount.pipeline.publish;

import io.recount.clickhouse.Pause;
import java.io.IOException;
import java.io.Serializable;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.metrics.Counter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A sink that writes at least once, and waits for a server that is away: the writer inside tries once, and the tries are
 * repeated here, where an interrupt ends the waiting. A writer that waited by itself would do so while it is closed, too,
 * when nobody interrupts any more, until Flink ends its task manager.
 *
 * <p>For the same reason a failure while it is closed is not passed on. Nothing is lost by it: a task that finishes has
 * flushed before, and one that failed or was cancelled is replayed.
 *
 * @param sink its writers keep what they could not write, and write nothing unless they are flushed
 * @param batchRows so many elements are written at once, and what is left at a checkpoint
 * @param batchBytes as soon as they have so many bytes, too
 * @param size of an element
 * @param budget how long one write is tried again
 */
record PatientSink<T>(Sink<T> sink, int batchRows, long batchBytes, Size<T> size, Duration budget) implements Sink<T> {

    private static final long serialVersionUID = 3L;
    private static final Logger LOG = LoggerFactory.getLogger(PatientSink.class);

    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

    /** How many bytes an element is to be counted with. */
    @FunctionalInterface
    interface Size<T> extends Serializable {
        long bytes(T element);
    }

    @Override
    public SinkWriter<T> createWriter(WriterInitContext context) throws IOException {
        return new Writer<>(
                sink.createWriter(context),
                batchRows,
                batchBytes,
                size,
                budget,
                context.metricGroup().counter("retries"),
                Clock.systemUTC(),
                Pause.REAL);
    }

    /** Of one subtask. */
    static final class Writer<T> implements SinkWriter<T> {

        private final SinkWriter<T> writer;
        private final int batchRows;
        private final long batchBytes;
        private final Size<T> size;
        private final Duration budget;
        private final Counter retries;
        private final InstantSource clock;
        private final Pause pause;
        private int waiting;
        private long waitingBytes;

        Writer(
                SinkWriter<T> writer,
                int batchRows,
                long batchBytes,
                Size<T> size,
                Duration budget,
                Counter retries,
                InstantSource clock,
                Pause pause) {
            this.writer = writer;
            this.batchRows = batchRows;
            this.batchBytes = batchBytes;
            this.size = size;
            this.budget = budget;
            this.retries = retries;
            this.clock = clock;
            this.pause = pause;
        }

        @Override
        public void write(T element, Context context) throws IOException, InterruptedException {
            writer.write(element, context);
            waiting++;
            waitingBytes += size.bytes(element);
            if (waiting >= batchRows || waitingBytes >= batchBytes) {
                flush(false);
            }
        }

        @Override
        public void flush(boolean endOfInput) throws IOException, InterruptedException {
            Duration next = FIRST_PAUSE;
            Instant deadline = clock.instant().plus(budget);
            while (true) {
                try {
                    writer.flush(endOfInput);
                    waiting = 0;
                    waitingBytes = 0;
                    return;
                } catch (IOException e) {
                    if (clock.instant().plus(next).isAfter(deadline)) {
                        throw new IOException(
                                waiting + " rows could not be written, and the budget of " + budget.toSeconds()
                                        + " s is spent. Next: see the cause",
                                e);
                    }
                    LOG.warn("{} rows are not written yet and are tried again in {} ms", waiting, next.toMillis());
                }
                retries.inc();
                pause.pause(next);
                next = next.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? next.multipliedBy(2) : LONGEST_PAUSE;
            }
        }

        @Override
        public void close() {
            try {
                writer.close();
            } catch (Exception e) {
                LOG.warn("Rows that were not written yet come again from the last checkpoint", e);
            }
        }
    }
}
