package io.recount.pipeline;

import io.recount.cells.FrozenLine;
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
import io.recount.pipeline.requests.RequestMessage;
import io.recount.pipeline.requests.RequestSource;
import io.recount.pipeline.scan.ScanSource;
import io.recount.pipeline.tables.Tables;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Chooses the real source and sinks, and submits the job. */
public final class RecountJob {

    /** Of a DateTime, in which buckets are. */
    private static final Instant END_OF_TIME = Instant.ofEpochSecond(0xFFFF_FFFFL);

    private RecountJob() {}

    /**
     * Submits to the cluster of the surrounding client; returns when the client does.
     *
     * @param forget tables that hold something may be begun anew
     * @throws io.recount.kafka.LogUnavailableException if Kafka can't be read
     */
    public static void submit(Settings settings, Model model, Clock clock, boolean forget) throws Exception {
        LogCheck.require(settings.kafka());
        FrozenCheck.refuse(settings, clock.instant());
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
        assemble(environment, settings, model, clock, Start.of(settings, model, forget));
        environment.execute("Recount: " + model.name());
    }

    /** Whether what the ledger calls a job is one of the model and the line. */
    public static boolean isOf(String job, Model model, FrozenLine frozen) {
        return job.equals(JobName.of(model, frozen));
    }

    /**
     * What the job itself asks for: what another model has to be filled with; the time of gaps of the log; and once for a
     * line all that lies behind it, where a document that had moved to before the line counts again.
     */
    private static List<RequestMessage.Ask> ownRequests(
            ModelRow modelRow, LogGaps gaps, Start start, Clock clock, FrozenLine line)
            throws IOException, InterruptedException {
        List<RequestMessage.Ask> own = new ArrayList<>(modelRow.fills());
        if (start.after() != null) {
            own.addAll(gaps.requests(start.after(), clock.instant()));
        }
        if (start.models().newest().isPresent()) {
            own.addAll(gaps.openRequests());
        }
        if (line.isDrawn()) {
            own.add(new RequestMessage.Ask(
                    "frozen-" + line,
                    List.of(),
                    Instant.ofEpochSecond(line.seconds()),
                    END_OF_TIME,
                    "retention.frozen.before: " + line,
                    0));
        }
        return own;
    }

    /** Adds the job to the environment. The clock gives the submission its timeline, once: restarts keep it. */
    static void assemble(
            StreamExecutionEnvironment environment, Settings settings, Model model, Clock clock, Start start)
            throws IOException, InterruptedException {
        LogGaps gaps =
                new LogGaps(settings.clickHouse(), start.gaps(), settings.watermarkDelay(), settings.commitBudget());
        long timeline = clock.instant().getEpochSecond();
        ModelRow modelRow = start.models().next(model, timeline);
        EnvironmentDefaults.apply(environment, settings.checkpointInterval());

        ClickHouseSink.Builder clickHouse = ClickHouseSink.builder()
                .cluster(settings.clickHouse())
                .timeline(timeline)
                .job(JobName.of(model, settings.frozen()))
                .commitBudget(settings.commitBudget())
                .unseenRows(start.unseenRows())
                .commitListener(new PublishedOffsets(settings.kafka()))
                .startListener(new StartRows(settings.clickHouse(), modelRow, gaps, settings.commitBudget()));
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
                                new DecodeOperator.Limits(
                                        settings.messageBytes(), settings.excerptBytes(), settings.documentsRaw())),
                        new JobGraph.Past(
                                new StoredDocuments(
                                        settings.clickHouse(), model, settings.commitBudget(), settings.frozen()),
                                start.history(),
                                start.models().fingerprints()))
                .build(
                        environment,
                        LogSource.of(settings.kafka(), start.log()),
                        new ScanSource(
                                settings.clickHouse(), model, timeline, settings.scanInterval(), settings.frozen()),
                        new RequestSource(
                                settings.clickHouse(),
                                settings.kafka(),
                                settings.invalidationsTopic(),
                                settings.invalidationsRate(),
                                model,
                                timeline,
                                start.history(),
                                ownRequests(modelRow, gaps, start, clock, settings.frozen()),
                                settings.frozen(),
                                settings.sweep()),
                        clickHouse.build(),
                        DeadLetterSink.of(settings.clickHouse().first(), settings.commitBudget()));
    }
}
