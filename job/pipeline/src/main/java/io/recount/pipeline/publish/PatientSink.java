package io.recount.pipeline.publish;

import java.io.IOException;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A sink that writes at least once, whose writer may fail while it is closed. Flink takes a failure there for the end of
 * its task manager, although nothing is lost: a task that finishes has flushed before, and one that failed or was
 * cancelled is replayed.
 */
record PatientSink<T>(Sink<T> sink) implements Sink<T> {

    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(PatientSink.class);

    @Override
    public SinkWriter<T> createWriter(WriterInitContext context) throws IOException {
        return new Writer<>(sink.createWriter(context));
    }

    private record Writer<T>(SinkWriter<T> writer) implements SinkWriter<T> {

        @Override
        public void write(T element, Context context) throws IOException, InterruptedException {
            writer.write(element, context);
        }

        @Override
        public void flush(boolean endOfInput) throws IOException, InterruptedException {
            writer.flush(endOfInput);
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
