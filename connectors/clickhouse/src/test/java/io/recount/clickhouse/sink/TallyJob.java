package io.recount.clickhouse.sink;

import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.Column;
import io.recount.clickhouse.CommitListener;
import io.recount.clickhouse.Phase;
import io.recount.clickhouse.Position;
import io.recount.clickhouse.Progress;
import io.recount.clickhouse.RowWriter;
import io.recount.clickhouse.Seal;
import io.recount.clickhouse.SinkElement;
import io.recount.clickhouse.SinkTable;
import io.recount.clickhouse.TableRow;
import io.recount.clickhouse.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.util.Collector;

/**
 * A job that writes the numbers from 0 on into two tables, each under its own key, and how many and how much there were in
 * each group of them into a third. It stops at every {@link Step} that the {@link Gate} is closed at.
 *
 * @param numbers how many
 * @param last numbers from this one on are read, and make nothing
 * @param perSecond how fast
 */
record TallyJob(long numbers, long last, double perSecond) {

    static final int GROUPS = 7;

    /** Of a number, what decides on its shard. */
    static final String NUMBER_HASH = "id";

    /** Of a group; so each shard has both partitions. */
    static final String GROUP_HASH = "intDiv(group, 2)";

    /** Seals that the listener was told of, in this JVM. */
    static final List<Seal> TOLD = new CopyOnWriteArrayList<>();

    private static final int PARTITIONS = 3;
    private static final Duration OFTEN = Duration.ofMillis(200);

    private static final SinkTable EVENTS = new SinkTable(
            "events", Phase.ON_WRITE, List.of(new Column("id", "UInt64"), new Column("remainder", "UInt8")));
    private static final SinkTable TOTALS = new SinkTable("totals", Phase.ON_COMMIT, EVENTS.columns());
    private static final SinkTable TALLIES = new SinkTable(
            "tallies",
            Phase.ON_COMMIT,
            List.of(new Column("group", "UInt8"), new Column("numbers", "UInt64"), new Column("total", "UInt64")));

    /** Reads all its numbers and ends. */
    static TallyJob bounded(long numbers, double perSecond) {
        return new TallyJob(numbers, numbers, perSecond);
    }

    /** Creates tables that remember so many blocks; nothing is merged away in the ledger. */
    static void createTables(TestServer server, int window) throws Exception {
        String settings = " SETTINGS non_replicated_deduplication_window = " + window;
        for (String table : List.of("events", "totals")) {
            server.execute("CREATE TABLE " + table + " (id UInt64, remainder UInt8) ENGINE = MergeTree"
                    + " PARTITION BY remainder ORDER BY id" + settings);
        }
        server.execute("CREATE TABLE tallies (group UInt8, numbers UInt64, total UInt64) ENGINE = MergeTree"
                + " PARTITION BY group % 2 ORDER BY (group, numbers)" + settings);
        server.execute("SYSTEM STOP MERGES commits");
    }

    JobClient submit(ClickHouseCluster cluster) throws Exception {
        TOLD.clear();
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(configuration());
        environment.setParallelism(2);
        long end = last;
        DataStream<Long> sequence = environment
                .fromSource(
                        new DataGeneratorSource<>(
                                index -> index, numbers, RateLimiterStrategy.perSecond(perSecond), Types.LONG),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .uid("numbers")
                .filter(number -> number < end)
                .uid("last");
        sequence.map(new Stopping<Long>(Step.AFTER_SNAPSHOT))
                .returns(Types.LONG)
                .setParallelism(1)
                .uid("beside")
                .sinkTo(new DiscardingSink<>())
                .setParallelism(1)
                .uid("discard");
        DataStream<SinkElement> rows = sequence.flatMap(new ToRows())
                .returns(SinkElementTypeInfo.INSTANCE)
                .uid("rows");
        DataStream<SinkElement> tallies = sequence.keyBy(number -> number % GROUPS)
                .flatMap(new ToTallies())
                .returns(SinkElementTypeInfo.INSTANCE)
                .uid("tallies");
        rows.union(tallies)
                .map(new Stopping<SinkElement>(Step.AFTER_PHASE_ONE))
                .returns(SinkElementTypeInfo.INSTANCE)
                .uid("in-front")
                .sinkTo(ClickHouseSink.builder()
                        .cluster(cluster)
                        .table(EVENTS)
                        .table(TOTALS)
                        .table(TALLIES)
                        .timeline(100)
                        .job("tallies")
                        .commitListener(new Listening())
                        .build())
                .name("ClickHouse")
                .uid("clickhouse");
        return environment.executeAsync("tallies");
    }

    private static Configuration configuration() {
        Configuration configuration = new Configuration();
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, OFTEN);
        // So that there are numbers in every one of them.
        configuration.set(CheckpointingOptions.MIN_PAUSE_BETWEEN_CHECKPOINTS, OFTEN);
        configuration.set(PipelineOptions.GENERIC_TYPES, false);
        configuration.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, Integer.MAX_VALUE);
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(10));
        return configuration;
    }

    /** Makes the rows of a number. */
    private static final class ToRows implements FlatMapFunction<Long, SinkElement> {
        private static final long serialVersionUID = 1;

        @Override
        public void flatMap(Long number, Collector<SinkElement> out) {
            int remainder = (int) (number % PARTITIONS);
            byte[] row = new RowWriter().uint64(number).uint8(remainder).toRow();
            out.collect(new TableRow(0, number, remainder, 1, Long.BYTES, row));
            out.collect(new TableRow(1, number, remainder, 1, Long.BYTES, row));
            out.collect(new Progress(
                    List.of(new Position("numbers", 0, number + 1)),
                    Map.of("rows", 1L),
                    Progress.NO_WATERMARK,
                    System.currentTimeMillis()));
        }
    }

    /** Counts and adds up a group's numbers. */
    private static final class ToTallies extends RichFlatMapFunction<Long, SinkElement> {
        private static final long serialVersionUID = 1;

        private transient ValueState<Long> count;
        private transient ValueState<Long> total;

        @Override
        public void open(OpenContext context) {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.LONG));
            total = getRuntimeContext().getState(new ValueStateDescriptor<>("total", Types.LONG));
        }

        @Override
        public void flatMap(Long number, Collector<SinkElement> out) throws Exception {
            count.update(count.value() == null ? 1 : count.value() + 1);
            total.update(total.value() == null ? number : total.value() + number);
            int group = (int) (number % GROUPS);
            byte[] row = new RowWriter()
                    .uint8(group)
                    .uint64(count.value())
                    .uint64(total.value())
                    .toRow();
            out.collect(new TableRow(2, group / 2, group % 2, count.value(), 1, row));
        }
    }

    /** Passes everything on; its snapshot waits at a step. */
    private static final class Stopping<T> implements MapFunction<T, T>, CheckpointedFunction {
        private static final long serialVersionUID = 1;

        private final Step step;

        Stopping(Step step) {
            this.step = step;
        }

        @Override
        public T map(T value) {
            return value;
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) throws Exception {
            Gate.ONLY.pass(step);
        }

        @Override
        public void initializeState(FunctionInitializationContext context) {}
    }

    /** Stands where the group's offsets are set. */
    private static final class Listening implements CommitListener {
        private static final long serialVersionUID = 1;

        @Override
        public void committed(Seal seal) throws InterruptedException {
            Gate.ONLY.pass(Step.BEFORE_OFFSETS);
            TOLD.add(seal);
        }

        @Override
        public void close() {}
    }
}
