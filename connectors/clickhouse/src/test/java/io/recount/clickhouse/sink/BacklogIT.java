package io.recount.clickhouse.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.ClickHouseCluster.Shard;
import io.recount.clickhouse.Column;
import io.recount.clickhouse.Phase;
import io.recount.clickhouse.Progress;
import io.recount.clickhouse.RowWriter;
import io.recount.clickhouse.SinkElement;
import io.recount.clickhouse.SinkTable;
import io.recount.clickhouse.TableRow;
import io.recount.clickhouse.TestFlink;
import io.recount.clickhouse.TestServer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
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
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.testutils.InMemoryReporter;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.Collector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Rows of 400 days in one checkpoint, half of them of one month, into two tables and on two shards: one table as that of
 * the cells, and one of long texts.
 */
final class BacklogIT {

    private static final int ROWS = 240_000;
    private static final int DAYS = 400;
    private static final int MONTHS = 14;
    private static final LocalDate FIRST_DAY = LocalDate.of(2025, 1, 1);
    private static final int NOTE_CHARACTERS = 200;
    private static final int MEASURES = 12;
    private static final long BLOCK_BYTES = 8 << 20;

    private static final SinkTable NOTES = new SinkTable(
            "notes",
            Phase.ON_COMMIT,
            List.of(new Column("id", "UInt64"), new Column("day", "Date"), new Column("note", "String")));
    /** Of a row: 8 and 2 bytes, and the note with its length. */
    private static final String NOTE_BYTES = "10 + length(note)";

    private static final SinkTable CELLS = new SinkTable(
            "cells",
            Phase.ON_COMMIT,
            List.of(
                    new Column("register", "UInt64"),
                    new Column("bucket", "DateTime('UTC')"),
                    new Column("version", "UInt64"),
                    new Column("m_id", "Array(UInt16)"),
                    new Column("m_val", "Array(Int64)")));
    private static final int CELL_KEY_BYTES = Long.BYTES + Integer.BYTES;
    private static final String CELL_BYTES = "20 + 10 * length(m_id)";

    private static final InMemoryReporter METRICS = InMemoryReporter.createWithRetainedMetrics();

    @RegisterExtension
    static final MiniClusterExtension FLINK = TestFlink.reportingTo(METRICS);

    @TempDir
    static Path folder;

    @Test
    void aPartitionOfAShardTakesNoMoreInsertsThanItsBytesNeed() throws Exception {
        try (TestServer firstEngine = TestServer.start(folder.resolve("first"));
                TestServer secondEngine = TestServer.start(folder.resolve("second"))) {
            List<TestServer> shards = List.of(firstEngine.database("backlog"), secondEngine.database("backlog"));
            for (TestServer shard : shards) {
                createTables(shard);
            }
            JobClient job = submit(new ClickHouseCluster(
                    shards.stream().map(shard -> new Shard(shard.access(), 1)).toList()));
            job.getJobExecutionResult().get(2, TimeUnit.MINUTES);

            for (TestServer shard : shards) {
                assertThat(shard.lines("SELECT count(), uniqExact(id), uniqExact(toYYYYMM(day)) FROM notes"))
                        .containsExactly(ROWS / 2 + "\t" + ROWS / 2 + "\t" + MONTHS);
                assertThat(shard.lines("SELECT count(), uniqExact(register), uniqExact(toYYYYMM(bucket)) FROM cells"))
                        .containsExactly(ROWS / 2 + "\t" + ROWS / 2 + "\t" + MONTHS);
                assertNoMoreThanNeeded(shard, "notes", "day", NOTE_BYTES);
                assertNoMoreThanNeeded(shard, "cells", "bucket", CELL_BYTES);
                assertThat(shard.number("SELECT max(n) FROM (SELECT count() AS n FROM system.parts"
                                + " WHERE active AND database = 'backlog' AND table = 'notes' GROUP BY partition)"))
                        .as("inserts of notes into the month of half of the rows")
                        .isEqualTo(2);
            }
            long parts = shards.stream()
                    .mapToLong(shard -> shard.number("SELECT count() FROM system.parts"
                            + " WHERE active AND database = 'backlog' AND table IN ('notes', 'cells')"))
                    .sum();
            assertThat(shards.get(0)
                            .lines("SELECT kind, count(), sum(blocks) FROM commits GROUP BY kind ORDER BY kind"))
                    .as("one start, one commit, each block one part")
                    .containsExactly("start\t1\t0", "commit\t1\t" + parts);
            assertThat(METRICS.findMetrics(job.getJobID(), "retries").values())
                    .as("what the server refused, such as by code 252")
                    .isNotEmpty()
                    .allSatisfy(
                            metric -> assertThat(((Counter) metric).getCount()).isZero());
        }
    }

    private static void createTables(TestServer shard) throws Exception {
        String settings = " SETTINGS non_replicated_deduplication_window = 1000";
        shard.execute("CREATE TABLE notes (id UInt64, day Date, note String) ENGINE = MergeTree"
                + " PARTITION BY toYYYYMM(day) ORDER BY id" + settings);
        shard.execute("CREATE TABLE cells (register UInt64, bucket DateTime('UTC'), version UInt64,"
                + " m_id Array(UInt16), m_val Array(Int64)) ENGINE = ReplacingMergeTree(version)"
                + " PARTITION BY toYYYYMM(bucket) ORDER BY (register, bucket)" + settings);
        // What was inserted as one block stays one part.
        shard.execute("SYSTEM STOP MERGES notes");
        shard.execute("SYSTEM STOP MERGES cells");
    }

    private static void assertNoMoreThanNeeded(TestServer shard, String table, String time, String bytes) {
        assertThat(shard.lines("""
                        SELECT month, parts, allowed FROM
                          (SELECT partition AS month, count() AS parts FROM system.parts
                            WHERE active AND database = 'backlog' AND table = '%1$s' GROUP BY month) AS inserted
                          JOIN (SELECT toString(toYYYYMM(%2$s)) AS month,
                              ceil(sum(%3$s) / %4$d) AS allowed FROM %1$s GROUP BY month) AS needed
                          USING month
                        WHERE parts > allowed""".formatted(table, time, bytes, BLOCK_BYTES)))
                .as("months of " + table + " with more inserts than 8 MiB each")
                .containsExactly("");
    }

    private static JobClient submit(ClickHouseCluster cluster) throws Exception {
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
                .flatMap(new ToRows())
                .returns(SinkElementTypeInfo.INSTANCE)
                .uid("rows")
                .sinkTo(ClickHouseSink.builder()
                        .cluster(cluster)
                        .table(NOTES)
                        .table(CELLS)
                        .timeline(100)
                        .job("backlog")
                        .build())
                .uid("clickhouse");
        return environment.executeAsync("backlog");
    }

    /** Of every two numbers one is of one month, the other of any day; both are on one shard. */
    private static final class ToRows implements FlatMapFunction<Long, SinkElement> {
        private static final long serialVersionUID = 1;

        @Override
        public void flatMap(Long number, Collector<SinkElement> out) {
            long pair = number / 2;
            long days = number % 2 == 0 ? DAYS - 1 - pair % 4 : pair % DAYS;
            LocalDate day = FIRST_DAY.plusDays(days);
            int month = day.getYear() * 12 + day.getMonthValue();
            SplittableRandom random = new SplittableRandom(number);
            byte[] note = new RowWriter()
                    .uint64(number)
                    .date(Math.toIntExact(day.toEpochDay()))
                    .string(noise(random))
                    .toRow();
            out.collect(new TableRow(0, pair, month, 1, Long.BYTES, note));
            out.collect(new TableRow(1, pair, month, 1, CELL_KEY_BYTES, cell(number, day, random)));
            out.collect(new Progress(List.of(), Map.of("rows", 1L), Progress.NO_WATERMARK));
        }

        private static byte[] cell(long number, LocalDate day, SplittableRandom random) {
            RowWriter row = new RowWriter()
                    .uint64(number)
                    .dateTime(day.atStartOfDay(ZoneOffset.UTC).toEpochSecond())
                    .uint64(1)
                    .size(MEASURES);
            for (int measure = 1; measure <= MEASURES; measure++) {
                row.uint16(measure);
            }
            row.size(MEASURES);
            for (int measure = 1; measure <= MEASURES; measure++) {
                row.int64(random.nextLong());
            }
            return row.toRow();
        }

        /** Compresses badly. */
        private static String noise(SplittableRandom random) {
            StringBuilder noise = new StringBuilder();
            while (noise.length() < NOTE_CHARACTERS) {
                noise.append((char) random.nextInt(' ', '~'));
            }
            return noise.toString();
        }
    }
}
