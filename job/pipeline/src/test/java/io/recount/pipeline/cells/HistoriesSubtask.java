package io.recount.pipeline.cells;

import io.recount.clickhouse.SinkElement;
import io.recount.clickhouse.sink.SinkElementTypeInfo;
import io.recount.pipeline.types.Delivery;
import io.recount.pipeline.types.Invalidation;
import java.util.Map;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.metrics.groups.InternalOperatorMetricGroup;
import org.apache.flink.runtime.metrics.groups.UnregisteredMetricGroups.UnregisteredTaskMetricGroup;
import org.apache.flink.runtime.metrics.util.InterceptingOperatorMetricGroup;
import org.apache.flink.runtime.operators.testutils.MockEnvironment;
import org.apache.flink.runtime.operators.testutils.MockInputSplitProvider;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.TestableKeyedStateBackend;
import org.apache.flink.runtime.state.storage.JobManagerCheckpointStorage;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;

/** One subtask of the stage, whose metrics can be read. Flink's harness for two inputs keeps them to itself. */
final class HistoriesSubtask extends AbstractStreamOperatorTestHarness<SinkElement> {

    private static final int MAX_STATE_BYTES = 1 << 28;
    /** After all that is in a topic here was appended. */
    private static final long BEGINS_MILLIS = 1_000;

    private final CellsOperator cells;
    private final InterceptingOperatorMetricGroup metrics;

    HistoriesSubtask(CellsOperator cells, StateBackend backend, int maxParallelism, int parallelism, int index)
            throws Exception {
        this(cells, backend, new Metered(), maxParallelism, parallelism, index);
    }

    private HistoriesSubtask(
            CellsOperator cells, StateBackend backend, Metered metered, int maxParallelism, int parallelism, int index)
            throws Exception {
        super(
                cells,
                MockEnvironment.builder()
                        .setTaskName("Cells")
                        .setManagedMemorySize(3 * 1024 * 1024)
                        .setInputSplitProvider(new MockInputSplitProvider())
                        .setBufferSize(1024)
                        .setMaxParallelism(maxParallelism)
                        .setParallelism(parallelism)
                        .setSubtaskIndex(index)
                        .setMetricGroup(metered)
                        .build());
        this.cells = cells;
        this.metrics = metered.operator;
        KeySelector<Delivery, String> register = delivery -> delivery.document().key();
        KeySelector<Invalidation, String> named = Invalidation::key;
        config.setStatePartitioner(0, register);
        config.setStatePartitioner(1, named);
        config.setStateKeySerializer(StringSerializer.INSTANCE);
        config.serializeAllConfigs();
        setProcessingTime(BEGINS_MILLIS);
        setStateBackend(backend);
        setCheckpointStorage(new JobManagerCheckpointStorage(MAX_STATE_BYTES));
        setup(SinkElementTypeInfo.INSTANCE.createSerializer(new SerializerConfigImpl()));
    }

    /** Hands the operator a group that remembers what is registered with it. */
    private static final class Metered extends UnregisteredTaskMetricGroup {

        private final InterceptingOperatorMetricGroup operator = new InterceptingOperatorMetricGroup();

        @Override
        public InternalOperatorMetricGroup getOrAddOperator(
                OperatorID id, String name, Map<String, String> additionalVariables) {
            return operator;
        }
    }

    void process(Delivery delivery) throws Exception {
        cells.processElement1(new StreamRecord<>(delivery, delivery.document().timeMicros() / 1_000));
    }

    void invalidate(Invalidation invalidation) throws Exception {
        cells.processElement2(new StreamRecord<>(invalidation));
    }

    void watermark(long millis) throws Exception {
        cells.processWatermark1(new Watermark(millis));
    }

    /** The other input never says what time it is. */
    void onlyDocumentsTellTheTime() throws Exception {
        cells.processWatermarkStatus2(WatermarkStatus.IDLE);
    }

    /** Of a gauge. */
    long metric(String name) {
        Metric metric = metrics.get(name);
        if (metric instanceof Gauge<?> gauge && gauge.getValue() instanceof Number number) {
            return number.longValue();
        }
        throw new IllegalArgumentException("There is no gauge " + name);
    }

    /** A key of the state with all that one descriptor holds of it in a namespace; on the heap only. */
    int stateEntries() {
        return ((TestableKeyedStateBackend<?>) cells.<String>getKeyedStateBackend()).numKeyValueStateEntries();
    }

    @Override
    public void close() throws Exception {
        super.close();
        getEnvironment().close();
    }
}
