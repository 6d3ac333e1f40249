package io.recount.pipeline;

import io.recount.cells.Layout;
import io.recount.cells.model.Model;
import io.recount.clickhouse.Lineage;
import io.recount.clickhouse.SinkElement;
import io.recount.clickhouse.sink.SinkElementTypeInfo;
import io.recount.kafka.LogElement;
import io.recount.kafka.LogElementTypeInfo;
import io.recount.pipeline.cells.CellsOperator;
import io.recount.pipeline.cells.PastDocuments;
import io.recount.pipeline.cells.StateSettings;
import io.recount.pipeline.decode.DecodeOperator;
import io.recount.pipeline.decode.EventTime;
import io.recount.pipeline.sources.Timeless;
import io.recount.pipeline.types.DeadLetter;
import io.recount.pipeline.types.DeadLetterSerializer;
import io.recount.pipeline.types.Delivery;
import io.recount.pipeline.types.DeliverySerializer;
import io.recount.pipeline.types.Invalidation;
import io.recount.pipeline.types.InvalidationSerializer;
import io.recount.pipeline.types.PackedTypeInfo;
import java.time.Duration;
import java.util.Set;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.OutputTag;

/**
 * The job, with its source and sinks as arguments, so that tests run the same graph as production.
 *
 * <pre>
 *                   requests, scan ─Invalidation→ keyBy(register) ↘
 * source ─LogElement→ decode ─Delivery→ watermarks ─keyBy(register)→ cells ─rows, progress→ ClickHouse
 *                       │ └─────────── progress: offsets, counts ─────────────────────────↗
 *                       └─ dead letters → JDBC
 * </pre>
 */
public final class JobGraph {

    private final Model model;
    private final long timeline;
    private final Settings settings;
    private final Past past;

    public JobGraph(Model model, long timeline, Settings settings, Past past) {
        this.model = model;
        this.timeline = timeline;
        this.settings = settings;
        this.past = past;
    }

    /**
     * What a job goes on from, but for its state.
     *
     * @param history of a job without state; empty if it begins at nothing
     * @param models fingerprints of those by which the state may have been written, besides the job's own
     */
    public record Past(PastDocuments documents, Lineage history, Set<String> models) {

        public Past {
            models = Set.copyOf(models);
        }
    }

    /**
     * What the operators need to know.
     *
     * @param watermarkDelay how late documents usually are
     * @param watermarkIdleness a subtask without documents for this long no longer holds the watermark
     * @param state how much of the documents state and heap hold
     * @param limits what is read and shown of a message
     */
    public record Settings(
            Duration watermarkDelay, Duration watermarkIdleness, StateSettings state, DecodeOperator.Limits limits) {}

    public void build(
            StreamExecutionEnvironment environment,
            Source<LogElement, ?, ?> source,
            Source<Invalidation, ?, ?> scan,
            Source<Invalidation, ?, ?> requests,
            Sink<SinkElement> clickHouse,
            Sink<DeadLetter> deadLetters) {
        var deliveryType = new PackedTypeInfo<>(Delivery.class, new DeliverySerializer(new Layout(model)));
        var deadLetterTag =
                new OutputTag<>("dead-letters", new PackedTypeInfo<>(DeadLetter.class, new DeadLetterSerializer()));
        var progressTag = new OutputTag<>("progress", SinkElementTypeInfo.INSTANCE);

        DataStream<LogElement> records = named(
                environment.fromSource(
                        source, WatermarkStrategy.noWatermarks(), Stage.SOURCE.title(), LogElementTypeInfo.INSTANCE),
                Stage.SOURCE);
        SingleOutputStreamOperator<Delivery> decoded = named(
                records.transform(
                        Stage.DECODE.title(),
                        deliveryType,
                        new DecodeOperator(
                                model, settings.limits(), past.documents().frozen(), deadLetterTag, progressTag)),
                Stage.DECODE);
        DataStream<Delivery> timed = named(
                decoded.assignTimestampsAndWatermarks(
                        EventTime.watermarks(settings.watermarkDelay(), settings.watermarkIdleness())),
                Stage.WATERMARKS);
        DataStream<Invalidation> invalidations = invalidations(environment, scan, Stage.SCAN)
                .union(invalidations(environment, requests, Stage.REQUESTS));
        SingleOutputStreamOperator<SinkElement> cells = named(
                timed.keyBy(delivery -> delivery.document().key(), Types.STRING)
                        .connect(invalidations.keyBy(Invalidation::key, Types.STRING))
                        .transform(
                                Stage.CELLS.title(),
                                SinkElementTypeInfo.INSTANCE,
                                new CellsOperator(
                                        model,
                                        timeline,
                                        settings.state(),
                                        past.documents(),
                                        past.history(),
                                        past.models())),
                Stage.CELLS);
        cells.union(decoded.getSideOutput(progressTag))
                .sinkTo(clickHouse)
                .uid(Stage.CLICKHOUSE.uid())
                .name(Stage.CLICKHOUSE.title())
                .setDescription(Stage.CLICKHOUSE.description());
        decoded.getSideOutput(deadLetterTag)
                .sinkTo(deadLetters)
                .uid(Stage.DEAD_LETTERS.uid())
                .name(Stage.DEAD_LETTERS.title())
                .setDescription(Stage.DEAD_LETTERS.description());
    }

    private static DataStream<Invalidation> invalidations(
            StreamExecutionEnvironment environment, Source<Invalidation, ?, ?> source, Stage stage) {
        return named(
                environment
                        .fromSource(
                                source,
                                Timeless.watermarks(),
                                stage.title(),
                                new PackedTypeInfo<>(Invalidation.class, new InvalidationSerializer()))
                        .setParallelism(1)
                        .setMaxParallelism(1),
                stage);
    }

    private static <T> SingleOutputStreamOperator<T> named(SingleOutputStreamOperator<T> operator, Stage stage) {
        return operator.uid(stage.uid()).name(stage.title()).setDescription(stage.description());
    }
}
