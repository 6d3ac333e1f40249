package io.recount.pipeline.publish;

import com.clickhouse.jdbc.Driver;
import io.recount.clickhouse.ClickHouseAccess;
import io.recount.pipeline.types.DeadLetter;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.connector.jdbc.JdbcConnectionOptions;
import org.apache.flink.connector.jdbc.JdbcExecutionOptions;
import org.apache.flink.connector.jdbc.core.datastream.sink.JdbcSink;

/**
 * Writes dead letters at least once. The table merges by the message's hash, so a message that is written twice, or
 * delivered twice, is one dead letter.
 */
public final class DeadLetterSink {

    private static final String INSERT =
            "INSERT INTO dead_letters (topic, reason, message_hash, problem, message_bytes, excerpt,"
                    + " first_seen, last_seen, first_position, last_position) VALUES (?, ?, ?, ?, ?, ?, ?, ?, (?, ?), (?, ?))";
    private static final int BATCH_ROWS = 1_000;
    /** A thread of the connector's own would hold its lock while it waits, and a cancelled task for that lock. */
    private static final Duration ONLY_WHEN_FULL_OR_AT_A_CHECKPOINT = Duration.ZERO;

    private DeadLetterSink() {}

    /** {@code budget} is how long ClickHouse may be away before the job restarts. */
    public static Sink<DeadLetter> of(ClickHouseAccess access, Duration budget) {
        return new PatientSink<>(JdbcSink.<DeadLetter>builder()
                .withQueryStatement(INSERT, DeadLetterSink::fill)
                .withExecutionOptions(JdbcExecutionOptions.builder()
                        .withBatchSize(BATCH_ROWS)
                        .withBatchIntervalMs(ONLY_WHEN_FULL_OR_AT_A_CHECKPOINT.toMillis())
                        .withMaxRetries(retries(budget))
                        .build())
                .buildAtLeastOnce(connection(access)));
    }

    private static JdbcConnectionOptions connection(ClickHouseAccess access) {
        var options = new JdbcConnectionOptions.JdbcConnectionOptionsBuilder()
                .withDriverName(Driver.class.getName())
                .withUrl(access.jdbcUrl());
        access.jdbcProperties().forEach(options::withProperty);
        return options.build();
    }

    /** The connector waits one second more at every try: n tries wait n (n - 1) / 2 seconds. */
    private static int retries(Duration budget) {
        return (int) Math.ceil(Math.sqrt(2.0 * budget.toSeconds())) + 1;
    }

    private static void fill(PreparedStatement statement, DeadLetter letter) throws SQLException {
        Timestamp seen = new Timestamp(letter.appendedAtMillis());
        statement.setString(1, letter.topic());
        statement.setString(2, letter.problem().reason().name());
        statement.setString(3, Long.toUnsignedString(letter.hash()));
        statement.setString(4, letter.problem().sentence());
        statement.setLong(5, letter.sizeBytes());
        statement.setString(6, letter.excerpt());
        statement.setTimestamp(7, seen);
        statement.setTimestamp(8, seen);
        statement.setLong(9, letter.partition());
        statement.setLong(10, letter.offset());
        statement.setLong(11, letter.partition());
        statement.setLong(12, letter.offset());
    }
}
