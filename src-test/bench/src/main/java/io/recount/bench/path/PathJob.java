package io.recount.bench.path;

import io.recount.bench.naive.NaiveJob;
import io.recount.bench.sql.SqlJob;
import io.recount.cells.model.Model;
import io.recount.cells.model.ModelFile;
import io.recount.kafka.LogElement;
import io.recount.kafka.LogElementTypeInfo;
import io.recount.kafka.LogSource;
import io.recount.kafka.StartOffsets;
import io.recount.pipeline.EnvironmentDefaults;
import io.recount.pipeline.options.Settings;
import io.recount.pipeline.options.SettingsReader;
import java.nio.file.Path;
import java.util.Map;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** The job of a path, over the log that the configuration names. All but the last are without sinks. */
record PathJob(BenchPath path, Settings settings, Model model) {

    static PathJob of(Assignment assignment) {
        Settings settings = SettingsReader.read(Path.of(assignment.configuration()), Map.of(), Map.of());
        return new PathJob(assignment.path(), settings, ModelFile.read(settings.modelFile()));
    }

    /** Submits it where {@link StreamExecutionEnvironment#getExecutionEnvironment()} leads to, and returns. */
    void submit() throws Exception {
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
        EnvironmentDefaults.apply(environment, settings.checkpointInterval());
        switch (path) {
            case LIMIT -> LimitJob.build(log(environment), model);
            case RECOUNT -> RecountJobs.buildWithoutSinks(environment, source(), settings, model);
            case RECOUNT_WITH_SINKS -> {
                RecountJobs.submit(settings, model);
                return;
            }
            case NAIVE -> NaiveJob.build(log(environment), model);
            case FLINK_SQL_20 -> {
                SqlJob.submit(environment, settings.kafka(), model, 20);
                return;
            }
            case FLINK_SQL_200 -> {
                SqlJob.submit(environment, settings.kafka(), model, 200);
                return;
            }
        }
        environment.execute(path.shown());
    }

    private DataStream<LogElement> log(StreamExecutionEnvironment environment) {
        return environment
                .fromSource(source(), WatermarkStrategy.noWatermarks(), "Log", LogElementTypeInfo.INSTANCE)
                .uid("log");
    }

    private LogSource source() {
        return LogSource.of(settings.kafka(), StartOffsets.earliest());
    }
}
