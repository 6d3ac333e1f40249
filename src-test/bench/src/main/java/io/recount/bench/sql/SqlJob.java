package io.recount.bench.sql;

import io.recount.cells.model.Model;
import io.recount.kafka.KafkaAccess;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.TableConfig;
import org.apache.flink.table.api.TableDescriptor;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;

/**
 * The newest version of every receipt, then groups, with what Flink SQL offers to make that fast: deduplication by event
 * time, mini-batches, aggregates with filters. The hour is the one of the message's own offset, which takes no parsing.
 */
public final class SqlJob {

    private SqlJob() {}

    /** Submits it. */
    public static void submit(StreamExecutionEnvironment environment, KafkaAccess kafka, Model model, int aggregates) {
        StreamTableEnvironment tables = StreamTableEnvironment.create(environment);
        configure(tables.getConfig());
        SqlMeasures measures = new SqlMeasures(model, aggregates);
        tables.executeSql(source(kafka, measures));
        tables.sqlQuery(query(measures))
                .executeInsert(TableDescriptor.forConnector("blackhole").build());
    }

    private static void configure(TableConfig config) {
        config.set("table.exec.mini-batch.enabled", "true");
        config.set("table.exec.mini-batch.allow-latency", "2 s");
        config.set("table.exec.mini-batch.size", "20000");
        // The job's settings forbid operators without one.
        config.set("table.exec.uid.generation", "ALWAYS");
    }

    private static String source(KafkaAccess kafka, SqlMeasures measures) {
        List<String> columns = new ArrayList<>(List.of(
                "kind STRING",
                "register STRING",
                "drive STRING",
                "`number` BIGINT",
                "shift BIGINT",
                "printedAt STRING",
                "writtenAt TIMESTAMP_LTZ(3)",
                "deleted BOOLEAN"));
        columns.addAll(measures.columns());
        columns.add("WATERMARK FOR writtenAt AS writtenAt - INTERVAL '5' MINUTE");
        return """
                CREATE TEMPORARY TABLE receipts (%s) WITH (
                  'connector' = 'kafka',
                  'topic' = %s,
                  'properties.bootstrap.servers' = %s,
                  'properties.group.id' = 'sql',
                  'scan.startup.mode' = 'earliest-offset',
                  'format' = 'json',
                  'json.ignore-parse-errors' = 'true',
                  'json.timestamp-format.standard' = 'ISO-8601')""".formatted(
                        String.join(", ", columns),
                        SqlText.literal(String.join(";", kafka.topics())),
                        SqlText.literal(kafka.bootstrapServers()));
    }

    private static String query(SqlMeasures measures) {
        return """
                SELECT register, shift, SUBSTRING(printedAt, 1, 13) AS `hour`, %s
                FROM (
                  SELECT *, ROW_NUMBER() OVER (PARTITION BY register, drive, `number` ORDER BY writtenAt DESC) AS version
                  FROM receipts WHERE kind = 'receipt')
                WHERE version = 1 AND deleted IS NOT TRUE
                GROUP BY register, shift, SUBSTRING(printedAt, 1, 13)""".formatted(String.join(", ", measures.aggregates()));
    }
}
