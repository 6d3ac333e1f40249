package io.recount.pipeline.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.cells.CellKey;
import io.recount.cells.Document;
import io.recount.cells.DocumentId;
import io.recount.cells.FieldValues;
import io.recount.cells.Stamp;
import io.recount.pipeline.types.Delivery;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.util.clock.RelativeClock;
import org.junit.jupiter.api.Test;

class PartitionWatermarksTest {

    private static final long NOW = Instant.parse("2026-10-12T12:00:00Z").toEpochMilli();

    private final SetClock clock = new SetClock();
    private final Output output = new Output();
    private final PartitionWatermarks watermarks =
            new PartitionWatermarks(Duration.ofSeconds(5), Duration.ofMinutes(1), clock, clock);

    @Test
    void theSlowestPartitionHoldsTheWatermark() {
        event(0, NOW - 10_000);
        event(1, NOW - 60_000);
        watermarks.onPeriodicEmit(output);

        assertThat(output.watermark).isEqualTo(NOW - 65_001);
    }

    @Test
    void aDocumentFromTheFutureMovesItNoFurtherThanTheClock() {
        event(0, NOW + Duration.ofDays(3_650).toMillis());
        watermarks.onPeriodicEmit(output);

        assertThat(output.watermark).isEqualTo(NOW - 5_001);
    }

    @Test
    void anIdlePartitionDoesNotHoldIt() {
        event(0, NOW - 60_000);
        clock.advance(Duration.ofSeconds(61));
        watermarks.onPeriodicEmit(output);
        assertThat(output.idle).isTrue();

        event(1, NOW - 10_000);
        watermarks.onPeriodicEmit(output);

        assertThat(output.watermark).isEqualTo(NOW - 15_001);
        assertThat(output.idle).isFalse();
    }

    @Test
    void withoutDocumentsItIsIdleButNotAtOnce() {
        watermarks.onPeriodicEmit(output);
        assertThat(output.idle).isFalse();

        clock.advance(Duration.ofMinutes(1));
        watermarks.onPeriodicEmit(output);
        assertThat(output.idle).isTrue();
    }

    private void event(int partition, long millis) {
        Document document = new Document(
                "R1",
                new DocumentId("", 1, ""),
                new Stamp(1, 1),
                Document.State.GOOD,
                new CellKey(0, 0),
                millis * 1_000,
                new FieldValues(0, 0, 0),
                null);
        watermarks.onEvent(new Delivery("receipts", partition, 0, 0, document), millis, output);
    }

    private static final class Output implements WatermarkOutput {
        private long watermark = Long.MIN_VALUE;
        private boolean idle;

        @Override
        public void emitWatermark(Watermark mark) {
            watermark = mark.getTimestamp();
            idle = false;
        }

        @Override
        public void markIdle() {
            idle = true;
        }

        @Override
        public void markActive() {
            idle = false;
        }
    }

    private static final class SetClock extends Clock implements RelativeClock {
        private long millis = NOW;

        void advance(Duration by) {
            millis += by.toMillis();
        }

        @Override
        public long millis() {
            return millis;
        }

        @Override
        public long relativeTimeMillis() {
            return millis - NOW;
        }

        @Override
        public long relativeTimeNanos() {
            return relativeTimeMillis() * 1_000_000;
        }

        @Override
        public Instant instant() {
            return Instant.ofEpochMilli(millis);
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
