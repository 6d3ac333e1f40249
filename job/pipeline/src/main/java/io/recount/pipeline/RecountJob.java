package io.recount.pipeline;

import io.recount.cells.model.Model;
import io.recount.clickhouse.SinkTable;
import io.recount.clickhouse.sink.ClickHouseSink;
import io.recount.kafka.LogCheck;
import io.recount.kafka.LogSource;
import io.recount.pipeline.cells.StateSettings;
import io.recount.pipeline.cells.StoredDocuments;
import io.recount.pipeline.decode.DecodeOperator;
import io.recount.pipeline.models.ModelRow;
import io.recount.pipeline.options.Settings;
import io.recount.pipeline.publish.DeadLetterSink;
import io.recount.pipeline.publish.PublishedOffsets;
import io.recount.pipeline.requests.RequestSource;
import io.recount.pipeline.scan.ScanSource;
import io.recount.pipeline.tables.Tables;
import java.time.Clock;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Chooses the real source and sinks, and submits the job. */
public final class RecountJob {

    private RecountJob() {}

    /**
     * Submits to the cluster of the surrounding client; returns when the client does.
     *
     * @param forget tables that hold something may be begun anew
     * @throws io.recount.kafka.LogUnavailableException if Kafka can't be read
     */
    public static void submit(Settings settings, Model model, Clock clock, boolean forget) throws Exception {
        LogCheck.require(settings.kafka());
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
        assemble(environment, settings, model, clock, Start.of(settings, model, forget));
        environment.execute("Recount: " + model.name());
    }

    /** Adds the job to the environment. The clock gives the submission its timeline, once: restarts keep it. */
    static void assemble(
            StreamExecutionEnvironment environment, Settings settings, Model model, Clock clock, Start start) {
        long timeline = clock.instant().getEpochSecond();
        ModelRow modelRow = start.models().next(model, timeline);
        EnvironmentDefaults.apply(environment, settings.checkpointInterval());

        ClickHouseSink.Builder clickHouse = ClickHouseSink.builder()
                .cluster(settings.clickHouse())
                .timeline(timeline)
                .job(Start.job(model))
                .commitBudget(settings.commitBudget())
                .unseenRows(start.unseenRows())
                .commitListener(new PublishedOffsets(settings.kafka()))
                .startListener(new StartRows(
                        settings.clickHouse(),
                        modelRow,
                        new LogGaps(settings.clickHouse(), start.gaps(), settings.commitBudget()),
                        settings.commitBudget()));
        for (SinkTable table : new Tables(model, timeline).sinkTables()) {
            clickHouse.table(table);
        }
        if (start.after() != null) {
            clickHouse.startAfter(start.after());
        }
        new JobGraph(
                        model,
                        timeline,
                        new JobGraph.Settings(
                                settings.watermarkDelay(),
                                settings.watermarkIdleness(),
                                new StateSettings(settings.stateCacheBytes(), settings.stateHot()),
                                new DecodeOperator.Limits(settings.messageBytes(), settings.excerptBytes())),
                        new JobGraph.Past(
                                new StoredDocuments(settings.clickHouse(), model, settings.commitBudget()),
                                start.history(),
                                start.models().fingerprints()))
                .build(
                        environment,
                        LogSource.of(settings.kafka(), start.log()),
                        new ScanSource(settings.clickHouse(), model, timeline, settings.scanInterval()),
                        new RequestSource(
                                settings.clickHouse(),
                                settings.kafka(),
                                settings.invalidationsTopic(),
                                settings.invalidationsRate(),
                                model,
                                timeline,
                                start.history(),
                                modelRow.fills()),
                        clickHouse.build(),
                        DeadLetterSink.of(settings.clickHouse().first(), settings.commitBudget()));
    }
}
