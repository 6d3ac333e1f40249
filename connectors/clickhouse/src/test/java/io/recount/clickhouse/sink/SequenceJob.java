package io.recount.clickhouse.sink;

import io.recount.clickhouse.ClickHouseAccess;
import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.Column;
import io.recount.clickhouse.Phase;
import io.recount.clickhouse.Position;
import io.recount.clickhouse.Progress;
import io.recount.clickhouse.RowWriter;
import io.recount.clickhouse.SinkElement;
import io.recount.clickhouse.SinkTable;
import io.recount.clickhouse.TableRow;
import io.recount.clickhouse.TestServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import net.jpountz.xxhash.XXHash64;
import net.jpountz.xxhash.XXHashFactory;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

/**
 * A job that writes the numbers from 0 on, each into both tables under its own key, with a count of 1 and a position.
 *
 * @param numbers how many
 * @param perSecond how fast
 * @param checkpoints the interval of checkpoints
 * @param restarts how often the job may fail
 * @param failures how often it fails by itself, half-way
 * @param savepoint what to start from; null for nothing
 * @param unseenRows what the sink is told to do about rows that the start does not know
 * @param parallelism subtasks of every operator that may have several
 */
record SequenceJob(
        long numbers,
        double perSecond,
        Duration checkpoints,
        int restarts,
        int failures,
        @Nullable String savepoint,
        UnseenRows unseenRows,
        int parallelism) {

    private static final int USUAL_PARALLELISM = 2;

    SequenceJob(
            long numbers,
            double perSecond,
            Duration checkpoints,
            int restarts,
            int failures,
            @Nullable String savepoint) {
        this(numbers, perSecond, checkpoints, restarts, failures, savepoint, UnseenRows.REFUSE, USUAL_PARALLELISM);
    }

    SequenceJob withUnseenRows(UnseenRows unseen) {
        return new SequenceJob(numbers, perSecond, checkpoints, restarts, failures, savepoint, unseen, parallelism);
    }

    SequenceJob withParallelism(int subtasks) {
        return new SequenceJob(numbers, perSecond, checkpoints, restarts, failures, savepoint, unseenRows, subtasks);
    }

    static final SinkTable EVENTS = new SinkTable("events", Phase.ON_WRITE, columns());
    static final SinkTable TOTALS = new SinkTable("totals", Phase.ON_COMMIT, columns());

    /** What a job in this JVM tells the test, and what the test tells the job. */
    static final class Signals {
        final AtomicLong seen = new AtomicLong();
        final AtomicLong failuresLeft = new AtomicLong();
        final AtomicBoolean holding = new AtomicBoolean();
        volatile CountDownLatch released = new CountDownLatch(0);
        volatile CountDownLatch held = new CountDownLatch(0);
        volatile long heldCheckpoint;

        /** An operator beside the sink refuses to take up its state, as soon as this is counted down; null if it does not. */
        volatile @Nullable CountDownLatch refusal;

        private Signals() {}

        void reset(int failures) {
            seen.set(0);
            failuresLeft.set(failures);
            holding.set(false);
        }

        /** The next checkpoint is held back, after the sink took its part in it, until the test lets it go. */
        void hold() {
            released = new CountDownLatch(1);
            held = new CountDownLatch(1);
            holding.set(true);
        }
    }

    static final Signals SIGNALS = new Signals();

    static void createTables(TestServer server) throws Exception {
        for (SinkTable table : List.of(EVENTS, TOTALS)) {
            server.execute("CREATE TABLE " + table.name() + " (id UInt64, remainder UInt8, copies UInt32 DEFAULT 1)"
                    + " ENGINE = MergeTree PARTITION BY remainder ORDER BY id"
                    + " SETTINGS non_replicated_deduplication_window = 10000");
        }
    }

    JobClient submit(ClickHouseAccess access, long timeline) throws Exception {
        return submit(ClickHouseCluster.of(access), timeline);
    }

    JobClient submit(ClickHouseCluster cluster, long timeline) throws Exception {
        SIGNALS.reset(failures);
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(configuration());
        environment.setParallelism(parallelism);
        DataStream<Long> sequence = environment
                .fromSource(
                        new DataGeneratorSource<>(
                                index -> index, numbers, RateLimiterStrategy.perSecond(perSecond), Types.LONG),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .uid("numbers");
        sequence.map(new Holding())
                .returns(Types.LONG)
                .uid("hold")
                .sinkTo(new DiscardingSink<>())
                .uid("discard");
        sequence.flatMap(new ToRows(numbers))
                .returns(SinkElementTypeInfo.INSTANCE)
                .uid("rows")
                .sinkTo(ClickHouseSink.builder()
                        .cluster(cluster)
                        .table(EVENTS)
                        .table(TOTALS)
                        .timeline(timeline)
                        .job("sequence")
                        .unseenRows(unseenRows)
                        .build())
                .name("ClickHouse")
                .uid("clickhouse");
        return environment.executeAsync("sequence");
    }

    private Configuration configuration() {
        Configuration configuration = new Configuration();
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, checkpoints);
        configuration.set(PipelineOptions.GENERIC_TYPES, false);
        configuration.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, restarts == 0 ? "none" : "fixed-delay");
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, restarts);
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(10));
        if (savepoint != null) {
            configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
        }
        return configuration;
    }

    private static List<Column> columns() {
        return List.of(new Column("id", "UInt64"), new Column("remainder", "UInt8"));
    }

    /** Makes the rows of a number, and fails half-way as often as it is told to. */
    private static final class ToRows implements FlatMapFunction<Long, SinkElement> {
        private static final long serialVersionUID = 1;

        private static final XXHash64 XXHASH = XXHashFactory.safeInstance().hash64();

        private final long numbers;

        ToRows(long numbers) {
            this.numbers = numbers;
        }

        /** Equal to {@code xxHash64(toString(id))}. */
        private static long hash(long number) {
            byte[] text = Long.toString(number).getBytes(StandardCharsets.US_ASCII);
            return XXHASH.hash(text, 0, text.length, 0);
        }

        @Override
        public void flatMap(Long number, Collector<SinkElement> out) {
            if (SIGNALS.seen.incrementAndGet() > numbers / 2 && SIGNALS.failuresLeft.getAndDecrement() > 0) {
                throw new IllegalStateException("half-way");
            }
            int remainder = (int) (number % 3);
            byte[] row = new RowWriter().uint64(number).uint8(remainder).toRow();
            out.collect(new TableRow(0, hash(number), remainder, 1, Long.BYTES, row));
            out.collect(new TableRow(1, hash(number), remainder, 1, Long.BYTES, row));
            out.collect(new Progress(
                    List.of(new Position("numbers", 0, number + 1)), Map.of("rows", 1L), Progress.NO_WATERMARK));
        }
    }

    /** Beside the sink: holds a checkpoint back when it is told to. */
    private static final class Holding
            implements org.apache.flink.api.common.functions.MapFunction<Long, Long>, CheckpointedFunction {
        private static final long serialVersionUID = 1;

        @Override
        public Long map(Long number) {
            return number;
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) throws Exception {
            if (SIGNALS.holding.getAndSet(false)) {
                SIGNALS.heldCheckpoint = context.getCheckpointId();
                SIGNALS.held.countDown();
                SIGNALS.released.await();
            }
        }

        @Override
        public void initializeState(FunctionInitializationContext context) throws Exception {
            CountDownLatch refusal = SIGNALS.refusal;
            if (refusal != null) {
                refusal.await();
                throw new SuppressRestartsException(new IllegalStateException("This state is not mine"));
            }
        }
    }
}
