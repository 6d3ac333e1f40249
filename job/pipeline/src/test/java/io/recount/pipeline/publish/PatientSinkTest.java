package io.recount.pipeline.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.clickhouse.Pause;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.metrics.SimpleCounter;
import org.junit.jupiter.api.Test;

class PatientSinkTest {

    private static final Duration BUDGET = Duration.ofMinutes(1);

    private final List<Duration> pauses = new ArrayList<>();
    private final SimpleCounter retries = new SimpleCounter();
    private final FailingWriter inside = new FailingWriter();

    @Test
    void whatFailsIsTriedAgainAfterLongerPauses() throws Exception {
        inside.failures = 3;
        PatientSink.Writer<String> writer = writer(pauses::add);
        writer.write("a", NO_CONTEXT);
        writer.flush(false);
        assertThat(inside.written).containsExactly("a");
        assertThat(pauses).containsExactly(Duration.ofMillis(100), Duration.ofMillis(200), Duration.ofMillis(400));
        assertThat(retries.getCount()).isEqualTo(3);
    }

    @Test
    void aFullBatchIsWrittenBeforeTheCheckpoint() throws Exception {
        PatientSink.Writer<String> writer = writer(pauses::add);
        writer.write("a", NO_CONTEXT);
        assertThat(inside.written).isEmpty();
        writer.write("b", NO_CONTEXT);
        assertThat(inside.written).containsExactly("a", "b");
    }

    @Test
    void soIsOneOfManyBytes() throws Exception {
        PatientSink.Writer<String> writer = writer(pauses::add);
        writer.write("a".repeat(100), NO_CONTEXT);
        assertThat(inside.written).hasSize(1);
        writer.write("b".repeat(60), NO_CONTEXT);
        assertThat(inside.written).as("counted anew").hasSize(1);
    }

    @Test
    void theBudgetEnds() throws Exception {
        inside.failures = Integer.MAX_VALUE;
        PatientSink.Writer<String> writer = writer(pauses::add);
        writer.write("a", NO_CONTEXT);
        assertThatThrownBy(() -> writer.flush(false))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("1 rows could not be written, and the budget of 60 s is spent");
        assertThat(waited()).isBetween(BUDGET.minusSeconds(10), BUDGET);
    }

    @Test
    void anInterruptEndsTheWaiting() throws Exception {
        inside.failures = Integer.MAX_VALUE;
        PatientSink.Writer<String> writer = writer(length -> {
            throw new InterruptedException();
        });
        writer.write("a", NO_CONTEXT);
        assertThatThrownBy(() -> writer.flush(false)).isInstanceOf(InterruptedException.class);
    }

    @Test
    void closingTriesOnceAndFailsNobody() throws Exception {
        inside.failures = Integer.MAX_VALUE;
        PatientSink.Writer<String> writer = writer(pauses::add);
        writer.write("a", NO_CONTEXT);
        writer.close();
        assertThat(inside.attempts).isEqualTo(1);
        assertThat(pauses).isEmpty();
    }

    private PatientSink.Writer<String> writer(Pause pause) {
        return new PatientSink.Writer<>(
                inside, 2, 100, String::length, BUDGET, retries, () -> Instant.EPOCH.plus(waited()), pause);
    }

    private Duration waited() {
        return pauses.stream().reduce(Duration.ZERO, Duration::plus);
    }

    private static final SinkWriter.Context NO_CONTEXT = new SinkWriter.Context() {
        @Override
        public long currentWatermark() {
            return 0;
        }

        @Override
        public Long timestamp() {
            return 0L;
        }
    };

    /** Writes when it is flushed or closed, after it has failed as often as it is told to. */
    private static final class FailingWriter implements SinkWriter<String> {
        private final List<String> pending = new ArrayList<>();
        private final List<String> written = new ArrayList<>();
        private int failures;
        private int attempts;

        @Override
        public void write(String element, Context context) {
            pending.add(element);
        }

        @Override
        public void flush(boolean endOfInput) throws IOException {
            attempts++;
            if (failures > 0) {
                failures--;
                throw new IOException("away");
            }
            written.addAll(pending);
            pending.clear();
        }

        @Override
        public void close() throws IOException {
            flush(false);
        }
    }
}
