package io.recount.pipeline.publish;

import com.clickhouse.jdbc.Driver;
import io.recount.clickhouse.ClickHouseAccess;
import io.recount.pipeline.types.DeadLetter;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.util.HexFormat;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.connector.jdbc.JdbcConnectionOptions;
import org.apache.flink.connector.jdbc.JdbcExecutionOptions;
import org.apache.flink.connector.jdbc.core.datastream.sink.JdbcSink;

/**
 * Writes dead letters at least once. The table merges by the message's hash, so a message that is written twice, or
 * delivered twice, is one dead letter.
 */
public final class DeadLetterSink {

    static final String INSERT =
            "INSERT INTO dead_letters (topic, reason, message_hash, problem, message_bytes, excerpt,"
                    + " first_seen, last_seen, first_position, last_position, raw)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, (?, ?), (?, ?), unhex(?))";
    private static final int BATCH_ROWS = 1_000;
    /** Of payloads, which the driver has as text. */
    private static final long BATCH_BYTES = 4 << 20;
    /** Who waits is {@link PatientSink}; a thread of the connector's own would hold its lock while it writes. */
    private static final int ONLY_WHEN_FLUSHED = 0;

    private DeadLetterSink() {}

    /** {@code budget} is how long ClickHouse may be away before the job restarts. */
    public static Sink<DeadLetter> of(ClickHouseAccess access, Duration budget) {
        Sink<DeadLetter> tryingOnce = JdbcSink.<DeadLetter>builder()
                .withQueryStatement(INSERT, DeadLetterSink::fill)
                .withExecutionOptions(JdbcExecutionOptions.builder()
                        .withBatchSize(ONLY_WHEN_FLUSHED)
                        .withBatchIntervalMs(ONLY_WHEN_FLUSHED)
                        .withMaxRetries(0)
                        .build())
                .buildAtLeastOnce(connection(access));
        return new PatientSink<>(
                tryingOnce, BATCH_ROWS, BATCH_BYTES, letter -> letter.payload().size(), budget);
    }

    private static JdbcConnectionOptions connection(ClickHouseAccess access) {
        var options = new JdbcConnectionOptions.JdbcConnectionOptionsBuilder()
                .withDriverName(Driver.class.getName())
                .withUrl(access.jdbcUrl());
        access.jdbcProperties().forEach(options::withProperty);
        return options.build();
    }

    static void fill(PreparedStatement statement, DeadLetter letter) throws SQLException {
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
        // Texts are UTF-8 to the driver, and a message may be anything.
        statement.setString(13, HexFormat.of().formatHex(letter.payload().bytes()));
    }
}
