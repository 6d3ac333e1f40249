package io.recount.clickhouse.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.clickhouse.ClickHouseAccess;
import io.recount.clickhouse.Column;
import io.recount.clickhouse.Phase;
import io.recount.clickhouse.Progress;
import io.recount.clickhouse.RowWriter;
import io.recount.clickhouse.SinkElement;
import io.recount.clickhouse.SinkTable;
import io.recount.clickhouse.TableRow;
import io.recount.clickhouse.TestServer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.Collector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Rows of 400 days in one checkpoint, half of them of one month, on a real engine. */
final class BacklogIT {

    private static final int ROWS = 120_000;
    private static final int DAYS = 400;
    private static final LocalDate FIRST_DAY = LocalDate.of(2025, 1, 1);
    private static final int NOTE_CHARACTERS = 200;
    /** Of a row, beside its note. */
    private static final int OTHER_BYTES = Long.BYTES + Short.BYTES;

    private static final SinkTable NOTES = new SinkTable(
            "notes",
            Phase.ON_COMMIT,
            List.of(new Column("id", "UInt64"), new Column("day", "Date"), new Column("note", "String")));

    @RegisterExtension
    static final MiniClusterExtension FLINK = new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(2)
            .build());

    @TempDir
    static Path folder;

    @Test
    void aPartitionTakesNoMoreInsertsThanItsBytesNeed() throws Exception {
        try (TestServer engine = TestServer.start(folder.resolve("clickhouse"))) {
            TestServer server = engine.database("backlog");
            server.execute("CREATE TABLE notes (id UInt64, day Date, note String) ENGINE = MergeTree"
                    + " PARTITION BY toYYYYMM(day) ORDER BY id SETTINGS non_replicated_deduplication_window = 1000");
            // What was inserted as one block stays one part.
            server.execute("SYSTEM STOP MERGES notes");
            submit(server.access()).getJobExecutionResult().get(1, TimeUnit.MINUTES);

            assertThat(server.lines("SELECT count(), uniqExact(id), uniqExact(toYYYYMM(day)) FROM notes"))
                    .containsExactly(ROWS + "\t" + ROWS + "\t14");
            assertThat(server.lines("SELECT kind, count(), sum(blocks) FROM commits GROUP BY kind ORDER BY kind"))
                    .as("one start, one commit")
                    .containsExactly(
                            "start\t1\t0",
                            "commit\t1\t"
                                    + server.number(
                                            "SELECT count() FROM system.parts WHERE active AND table = 'notes'"));
            assertThat(server.lines("""
                            SELECT month, parts, allowed FROM
                              (SELECT partition AS month, count() AS parts FROM system.parts
                                WHERE active AND database = 'backlog' AND table = 'notes' GROUP BY month) AS inserted
                              JOIN (SELECT toString(toYYYYMM(day)) AS month,
                                  ceil(sum(length(note) + %d) / 8388608) AS allowed FROM notes GROUP BY month) AS needed
                              USING month
                            WHERE parts > allowed""".formatted(OTHER_BYTES)))
                    .as("months with more inserts than 8 MiB each")
                    .containsExactly("");
            assertThat(server.number("SELECT max(n) FROM (SELECT count() AS n FROM system.parts"
                            + " WHERE active AND database = 'backlog' AND table = 'notes' GROUP BY partition)"))
                    .as("inserts into the month of half of the rows")
                    .isEqualTo(2);
        }
    }

    private static JobClient submit(ClickHouseAccess access) throws Exception {
        Configuration configuration = new Configuration();
        // The end of the input is the only checkpoint.
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofHours(1));
        configuration.set(PipelineOptions.GENERIC_TYPES, false);
        configuration.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        environment.setParallelism(2);
        environment
                .fromSource(
                        new DataGeneratorSource<>(index -> index, ROWS, Types.LONG),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .uid("numbers")
                .flatMap(new ToNotes())
                .returns(SinkElementTypeInfo.INSTANCE)
                .uid("notes")
                .sinkTo(ClickHouseSink.builder()
                        .access(access)
                        .table(NOTES)
                        .timeline(100)
                        .job("backlog")
                        .build())
                .uid("clickhouse");
        return environment.executeAsync("backlog");
    }

    /** Every other number is of one month, the rest of any day. */
    private static final class ToNotes implements FlatMapFunction<Long, SinkElement> {
        private static final long serialVersionUID = 1;

        @Override
        public void flatMap(Long number, Collector<SinkElement> out) {
            long days = number % 2 == 0 ? DAYS - 1 - number / 2 % 4 : number / 2 % DAYS;
            LocalDate day = FIRST_DAY.plusDays(days);
            byte[] row = new RowWriter()
                    .uint64(number)
                    .date(Math.toIntExact(day.toEpochDay()))
                    .string(noise(number))
                    .toRow();
            int month = day.getYear() * 12 + day.getMonthValue();
            out.collect(new TableRow(0, number, month, 1, Long.BYTES, row));
            out.collect(new Progress(List.of(), Map.of("rows", 1L), Progress.NO_WATERMARK));
        }

        /** Compresses badly. */
        private static String noise(long seed) {
            SplittableRandom random = new SplittableRandom(seed);
            StringBuilder noise = new StringBuilder();
            while (noise.length() < NOTE_CHARACTERS) {
                noise.append((char) random.nextInt(' ', '~'));
            }
            return noise.toString();
        }
    }
}
