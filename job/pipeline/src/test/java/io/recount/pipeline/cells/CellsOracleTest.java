package io.recount.pipeline.cells;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.cells.Document;
import io.recount.cells.Layout;
import io.recount.cells.decode.DocumentDecoder;
import io.recount.cells.model.Measure;
import io.recount.cells.model.Model;
import io.recount.cells.model.ModelFile;
import io.recount.clickhouse.SinkElement;
import io.recount.clickhouse.TableRow;
import io.recount.clickhouse.sink.SinkElementTypeInfo;
import io.recount.harness.Feed;
import io.recount.harness.Scenario;
import io.recount.harness.expectation.Comparison;
import io.recount.harness.expectation.DeclaredModel;
import io.recount.harness.expectation.Expectation;
import io.recount.pipeline.types.Delivery;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The stage against an expectation that shares no code with it: random deliveries, random checkpoints, random crashes that
 * lose all that was emitted since the last checkpoint, random watermarks.
 */
class CellsOracleTest {

    private static final Path RECEIPTS = Path.of(System.getProperty("recount.root"), "job/models/receipts.yaml");
    private static final Model MODEL = ModelFile.read(RECEIPTS);
    private static final int POPULAR =
            (int) MODEL.measures().stream().filter(Measure::column).count();

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void publishedRowsAreTheFoldOfTheDocuments(long seed) throws Exception {
        run(seed, 400, new HashMapStateBackend());
    }

    @Test
    void theShippedStateBackendMakesNoDifference() throws Exception {
        run(8, 400, new EmbeddedRocksDBStateBackend(false));
    }

    @Test
    void roundsThatComeEarlyMakeNoDifference() throws Exception {
        run(7, 3, new HashMapStateBackend());
    }

    private static void run(long seed, int dirtyLimit, StateBackend backend) throws Exception {
        DeclaredModel declared = DeclaredModel.read(RECEIPTS);
        Feed feed = Feed.of(declared, Scenario.of(seed, 3_000).withRegisters(12));
        Expectation expectation = new Expectation(declared, feed.registers());
        List<Delivery> deliveries = deliveries(feed, expectation);
        Attempts attempts = new Attempts(seed, dirtyLimit, backend);
        PublishedTables published = attempts.run(deliveries);

        assertExact(Comparison.of(
                declared, "cells", expectation.cells(), published.cells().iterator(), 5));
        assertExact(Comparison.of(
                declared, "shifts", expectation.shifts(), published.shifts().iterator(), 5));
        assertExact(Comparison.of(
                declared,
                "field_cells",
                expectation.fieldCells(),
                published.fieldCells().iterator(),
                5));
        assertThat(attempts.crashes).as("crashes").isPositive();
    }

    private static void assertExact(Comparison comparison) {
        assertThat(comparison.differences()).as("%s", comparison.table()).isEmpty();
        assertThat(comparison.rows()).as("rows of %s", comparison.table()).isGreaterThan(100);
    }

    private static List<Delivery> deliveries(Feed feed, Expectation expectation) {
        DocumentDecoder decoder = new DocumentDecoder(MODEL, new Layout(MODEL), 1 << 20);
        List<Delivery> deliveries = new ArrayList<>();
        for (long offset = 0; feed.hasNext(); offset++) {
            byte[] value = feed.next().value();
            expectation.add(value);
            if (decoder.decode(value) instanceof Document document) {
                deliveries.add(new Delivery("receipts", 0, offset, 0, document));
            }
        }
        return deliveries;
    }

    /** Runs the operator over all deliveries, again from the last checkpoint after every crash. */
    private static final class Attempts {
        private final SplittableRandom random;
        private final int dirtyLimit;
        private final StateBackend backend;
        private final PublishedTables committed = new PublishedTables(POPULAR);
        private OperatorSubtaskState snapshot = OperatorSubtaskState.builder().build();
        private int next;
        private long checkpoint;
        private int crashes;

        Attempts(long seed, int dirtyLimit, StateBackend backend) {
            this.backend = backend;
            this.random = new SplittableRandom(seed);
            this.dirtyLimit = dirtyLimit;
        }

        PublishedTables run(List<Delivery> deliveries) throws Exception {
            while (next < deliveries.size()) {
                try (var operator = open()) {
                    attempt(operator, deliveries);
                }
            }
            return committed;
        }

        private KeyedOneInputStreamOperatorTestHarness<String, Delivery, SinkElement> open() throws Exception {
            var operator = new KeyedOneInputStreamOperatorTestHarness<String, Delivery, SinkElement>(
                    new CellsOperator(MODEL, 1_790_000_000L, dirtyLimit),
                    delivery -> delivery.document().key(),
                    Types.STRING);
            operator.setStateBackend(backend);
            operator.setup(SinkElementTypeInfo.INSTANCE.createSerializer(new SerializerConfigImpl()));
            if (checkpoint > 0) {
                operator.setRestoredCheckpointId(checkpoint);
            }
            operator.initializeState(snapshot);
            operator.open();
            return operator;
        }

        private void attempt(
                KeyedOneInputStreamOperatorTestHarness<String, Delivery, SinkElement> operator,
                List<Delivery> deliveries)
                throws Exception {
            List<TableRow> uncommitted = new ArrayList<>();
            int at = next;
            long greatest = Long.MIN_VALUE;
            while (true) {
                boolean last = at == deliveries.size();
                if (!last) {
                    Delivery delivery = deliveries.get(at++);
                    operator.processElement(delivery, delivery.document().timeMicros() / 1000);
                    greatest = Math.max(greatest, delivery.document().timeMicros() / 1000);
                }
                int chance = random.nextInt(400);
                if (chance < 4 && greatest > Long.MIN_VALUE) {
                    operator.processWatermark(greatest - 60_000);
                    assertThat(operator.numEventTimeTimers()).as("late timers").isZero();
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
                KeyedOneInputStreamOperatorTestHarness<String, Delivery, SinkElement> operator, List<TableRow> rows) {
            operator.extractOutputValues().stream()
                    .filter(TableRow.class::isInstance)
                    .map(TableRow.class::cast)
                    .forEach(rows::add);
            operator.getOutput().clear();
        }
    }
}
