package io.recount.bench.path;

import io.recount.cells.DocumentId;
import io.recount.cells.model.Model;
import io.recount.clickhouse.Lineage;
import io.recount.kafka.LogElement;
import io.recount.pipeline.JobGraph;
import io.recount.pipeline.RecountJob;
import io.recount.pipeline.cells.PastDocuments;
import io.recount.pipeline.cells.StateSettings;
import io.recount.pipeline.decode.DecodeOperator;
import io.recount.pipeline.options.Settings;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/** {@link BenchPath#RECOUNT} and {@link BenchPath#RECOUNT_WITH_SINKS}. */
final class RecountJobs {

    private static final long TIMELINE = 1;
    /** Nothing is written, so nothing can be read back. */
    private static final Duration KEEP_ALL = Duration.ofDays(3_650);

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
                                new StateSettings(settings.stateCacheBytes(), KEEP_ALL),
                                new DecodeOperator.Limits(
                                        settings.messageBytes(), settings.excerptBytes(), settings.documentsRaw())),
                        new JobGraph.Past(new NothingPast(), Lineage.NONE, Set.of()))
                .build(
                        environment,
                        log,
                        new IdleSource(),
                        new IdleSource(),
                        new DiscardingSink<>(),
                        new DiscardingSink<>());
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
                public long count(Predicate<String> registers) {
                    return 0;
                }

                @Override
                public Map<String, Seen> seen(Collection<String> registers) {
                    return Map.of();
                }

                @Override
                public void byId(Map<String, Set<DocumentId>> ids, Lineage history, Visitor visitor) {}

                @Override
                public void byPage(Map<String, Set<Long>> pages, Lineage history, Visitor visitor) {}

                @Override
                public List<Published> frozenCells(Map<String, Set<Long>> pages) {
                    return List.of();
                }

                @Override
                public List<Published> published(Map<String, Set<Long>> pages) {
                    return List.of();
                }

                @Override
                public void erase(List<Published> rows, long version) {}

                @Override
                public void close() {}
            };
        }
    }
}
