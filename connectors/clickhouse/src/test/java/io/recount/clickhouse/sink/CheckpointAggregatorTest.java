package io.recount.clickhouse.sink;

import static io.recount.clickhouse.sink.AggregatorRun.progress;
import static io.recount.clickhouse.sink.AggregatorRun.seal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.clickhouse.Lineage;
import io.recount.clickhouse.Seal;
import java.util.List;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.CommittableSummary;
import org.apache.flink.streaming.api.connector.sink2.CommittableWithLineage;
import org.junit.jupiter.api.Test;

/** What a checkpoint is when it leaves the aggregator. */
final class CheckpointAggregatorTest {

    @Test
    void aCheckpointIsItsBlocksNumberedAndOneSeal() throws Exception {
        try (AggregatorRun run = new AggregatorRun(100)) {
            run.handOn(0, 1, progress(10, 1), Samples.block("totals", 5, 0));
            run.handOn(1, 1, progress(12, 2), Samples.block("totals", 6, 0), Samples.block("cells", 5, 0));
            run.barrier(1);
            assertThat(run.emitted())
                    .containsExactly(
                            summary(1, 4),
                            committable(1, Samples.block("totals", 5, 0)),
                            committable(1, Samples.block("totals", 6, 0).numbered(1)),
                            committable(1, Samples.block("cells", 5, 0).numbered(2)),
                            committable(
                                    1,
                                    new Committable.Sealed(
                                            new Submission("submission of 100", "test", List.of(1)),
                                            seal(100, 1, Lineage.NONE, 12, 3))));
        }
    }

    @Test
    void blocksOfOnePartitionFromSeveralWritersAreOne() throws Exception {
        try (AggregatorRun run = new AggregatorRun(100)) {
            run.handOn(0, 1, Samples.block(5, 1, 2));
            run.handOn(1, 1, Samples.block(5, 3));
            run.barrier(1);
            assertThat(run.emitted())
                    .startsWith(summary(1, 2), committable(1, Samples.block(5, 1, 2, 3)))
                    .hasSize(3);
        }
    }

    @Test
    void aCheckpointWithoutRowsIsSealedToo() throws Exception {
        try (AggregatorRun run = new AggregatorRun(100)) {
            run.barrier(1);
            assertThat(run.emitted()).hasSize(2);
            assertThat(run.seals()).extracting(Seal::checkpoint).containsExactly(1L);
        }
    }

    @Test
    void whatAnAbortedCheckpointLeftBelongsToTheNext() throws Exception {
        try (AggregatorRun run = new AggregatorRun(100)) {
            run.handOn(0, 1, progress(10, 1), Samples.block("totals", 5, 0));
            // The barrier of checkpoint 1 never comes: the other writer had not reached it when it was aborted.
            run.handOn(0, 2, progress(11, 1), Samples.block("totals", 6, 0));
            run.handOn(1, 2, progress(20, 5));
            run.barrier(2);
            assertThat(run.seals()).containsExactly(seal(100, 2, Lineage.NONE, 20, 7));
            assertThat(run.emitted())
                    .filteredOn(m -> m instanceof CommittableWithLineage)
                    .hasSize(3);
            assertThat(run.emitted())
                    .allSatisfy(message -> assertThat(message.getCheckpointId()).isEqualTo(2));
        }
    }

    @Test
    void theEndOfInputIsSealedOnceForTheFinalCheckpoint() throws Exception {
        try (AggregatorRun run = new AggregatorRun(100)) {
            run.barrier(4);
            run.handOn(0, 5, progress(10, 1), Samples.block("totals", 5, 0));
            run.endInput();
            run.barrier(5);
            assertThat(run.seals()).extracting(Seal::checkpoint).containsExactly(4L, 5L);
            assertThat(run.seals().get(1)).isEqualTo(seal(100, 5, Lineage.NONE, 10, 1));
        }
    }

    @Test
    void blocksThatCameWithoutABarrierAreNotLost() throws Exception {
        try (AggregatorRun run = new AggregatorRun(100)) {
            run.handOn(0, 1, progress(10, 1), Samples.block("totals", 5, 0));
            assertThatThrownBy(() -> run.snapshotWithoutBarrier(1)).hasStackTraceContaining("aligned");
        }
    }

    private static CommittableMessage<Committable> summary(long checkpoint, int committables) {
        return new CommittableSummary<>(0, 1, checkpoint, committables, 0);
    }

    private static CommittableMessage<Committable> committable(long checkpoint, Committable committable) {
        return new CommittableWithLineage<>(committable, checkpoint, 0);
    }
}
