package io.recount.pipeline.cells;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.cells.model.Measure;
import io.recount.cells.model.Model;
import io.recount.clickhouse.Lineage;
import io.recount.clickhouse.SinkElement;
import io.recount.clickhouse.TableRow;
import io.recount.clickhouse.sink.SinkElementTypeInfo;
import io.recount.pipeline.types.Delivery;
import io.recount.pipeline.types.Invalidation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.KeyedTwoInputStreamOperatorTestHarness;

/**
 * Runs the operator over deliveries with random checkpoints, watermarks and crashes; a crash loses all that was emitted
 * since the last checkpoint, and the next attempt goes on from there.
 */
final class Attempts {
    private static final long LATENESS_MILLIS = 60_000;

    private final SplittableRandom random;
    private final StateSettings state;
    private final StateBackend backend;
    private final Model model;
    private final PublishedTables committed;
    private OperatorSubtaskState snapshot = OperatorSubtaskState.builder().build();
    private int next;
    private long checkpoint;
    private long greatestWatermark = Long.MIN_VALUE;
    private int crashes;

    Attempts(Model model, long seed, StateSettings state, StateBackend backend) {
        this.model = model;
        this.committed = new PublishedTables(
                (int) model.measures().stream().filter(Measure::column).count());
        this.backend = backend;
        this.random = new SplittableRandom(seed);
        this.state = state;
    }

    int crashes() {
        return crashes;
    }

    PublishedTables run(List<Delivery> deliveries) throws Exception {
        while (next < deliveries.size()) {
            try (var operator = open()) {
                attempt(operator, deliveries);
            }
        }
        return committed;
    }

    private KeyedTwoInputStreamOperatorTestHarness<String, Delivery, Invalidation, SinkElement> open()
            throws Exception {
        var operator = new KeyedTwoInputStreamOperatorTestHarness<String, Delivery, Invalidation, SinkElement>(
                new CellsOperator(model, 1_790_000_000L, state, new HistoriesDocuments(model), Lineage.NONE, Set.of()),
                delivery -> delivery.document().key(),
                Invalidation::key,
                Types.STRING);
        operator.setStateBackend(backend);
        operator.setup(SinkElementTypeInfo.INSTANCE.createSerializer(new SerializerConfigImpl()));
        if (checkpoint > 0) {
            operator.setRestoredCheckpointId(checkpoint);
        }
        operator.initializeState(snapshot);
        operator.open();
        operator.processWatermarkStatus2(WatermarkStatus.IDLE);
        return operator;
    }

    private void attempt(
            KeyedTwoInputStreamOperatorTestHarness<String, Delivery, Invalidation, SinkElement> operator,
            List<Delivery> deliveries)
            throws Exception {
        List<TableRow> uncommitted = new ArrayList<>();
        int at = next;
        long greatest = Long.MIN_VALUE;
        long watermark = Long.MIN_VALUE;
        while (true) {
            boolean last = at == deliveries.size();
            if (!last) {
                Delivery delivery = deliveries.get(at++);
                operator.processElement1(delivery, delivery.document().timeMicros() / 1000);
                greatest = Math.max(greatest, delivery.document().timeMicros() / 1000);
            }
            int chance = random.nextInt(400);
            // As in Flink, a watermark comes only if it is greater than the one before.
            if (chance < 4 && greatest > watermark) {
                watermark = greatest;
                operator.processWatermark1(new Watermark(watermark - LATENESS_MILLIS));
                // Timers that a snapshot brought back stand at the watermark of an attempt before.
                if (watermark > greatestWatermark) {
                    greatestWatermark = watermark;
                    assertThat(operator.numEventTimeTimers())
                            .as("timers: one a register")
                            .isEqualTo((int) deliveries.subList(0, at).stream()
                                    .map(delivery -> delivery.document().key())
                                    .distinct()
                                    .count());
                }
            }
            if (last || chance < 2) {
                operator.prepareSnapshotPreBarrier(++checkpoint);
                snapshot = operator.snapshot(checkpoint, checkpoint);
                next = at;
                drain(operator, uncommitted);
                uncommitted.forEach(committed::add);
                uncommitted.clear();
                if (last) {
                    return;
                }
            } else if (chance == 399) {
                crashes++;
                return;
            }
            drain(operator, uncommitted);
        }
    }

    private static void drain(
            KeyedTwoInputStreamOperatorTestHarness<String, Delivery, Invalidation, SinkElement> operator,
            List<TableRow> rows) {
        operator.extractOutputValues().stream()
                .filter(TableRow.class::isInstance)
                .map(TableRow.class::cast)
                .forEach(rows::add);
        operator.getOutput().clear();
    }
}
