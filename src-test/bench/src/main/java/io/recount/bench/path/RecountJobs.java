package io.recount.bench.path;

import io.recount.cells.model.Model;
import io.recount.clickhouse.Lineage;
import io.recount.kafka.LogElement;
import io.recount.pipeline.JobGraph;
import io.recount.pipeline.RecountJob;
import io.recount.pipeline.cells.PastDocuments;
import io.recount.pipeline.decode.DecodeOperator;
import io.recount.pipeline.options.Settings;
import java.time.Clock;
import java.util.List;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/** {@link BenchPath#RECOUNT} and {@link BenchPath#RECOUNT_WITH_SINKS}. */
final class RecountJobs {

    private static final long TIMELINE = 1;

    private RecountJobs() {}

    /** The graph of production with the options' values; what it would write is thrown away. */
    static void buildWithoutSinks(
            StreamExecutionEnvironment environment, Source<LogElement, ?, ?> log, Settings settings, Model model) {
        new JobGraph(
                        model,
                        TIMELINE,
                        new JobGraph.Settings(
                                settings.watermarkDelay(),
                                settings.watermarkIdleness(),
                                settings.dirtyLimit(),
                                new DecodeOperator.Limits(settings.messageBytes(), settings.excerptBytes())),
                        new JobGraph.Past(new NothingPast(), Lineage.NONE))
                .build(environment, log, new IdleSource(), new DiscardingSink<>(), new DiscardingSink<>());
    }

    /** As the command line does it. */
    static void submit(Settings settings, Model model) throws Exception {
        RecountJob.submit(settings, model, Clock.systemUTC(), false);
    }

    private static final class NothingPast implements PastDocuments {

        private static final long serialVersionUID = 1;

        @Override
        public Reader open(MetricGroup metrics) {
            return new Reader() {
                @Override
                public List<Past> read(String register, Lineage history) {
                    return List.of();
                }

                @Override
                public void close() {}
            };
        }
    }
}
