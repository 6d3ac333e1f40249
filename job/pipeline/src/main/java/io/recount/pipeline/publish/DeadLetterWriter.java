package io.recount.pipeline.publish;

import com.clickhouse.jdbc.Driver;
import io.recount.clickhouse.ClickHouseAccess;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.Retries;
import io.recount.pipeline.types.DeadLetter;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import org.apache.flink.metrics.SimpleCounter;

/**
 * Writes dead letters outside of a job, at least once: the table merges by the message's hash, so that what is written twice
 * is one dead letter.
 *
 * @param budget how long ClickHouse may be away
 */
public record DeadLetterWriter(ClickHouseAccess access, Duration budget) {

    /**
     * Returns when the server has all of them. There is no connection between two calls.
     *
     * @throws IOException if it did not take them within the budget
     */
    public void write(List<DeadLetter> letters) throws IOException, InterruptedException {
        if (!letters.isEmpty()) {
            Retries.onClock(budget, new SimpleCounter())
                    .begin()
                    .run("Writing %,d rows of dead_letters".formatted(letters.size()), () -> insert(letters));
        }
    }

    private void insert(List<DeadLetter> letters) throws ClickHouseFailure {
        Properties properties = new Properties();
        properties.putAll(access.jdbcProperties());
        try (Connection connection =
                        Objects.requireNonNull(new Driver().connect(access.jdbcUrl(), properties), access.jdbcUrl());
                PreparedStatement statement = connection.prepareStatement(DeadLetterSink.INSERT)) {
            for (DeadLetter letter : letters) {
                DeadLetterSink.fill(statement, letter);
                statement.addBatch();
            }
            statement.executeBatch();
        } catch (SQLException e) {
            throw ClickHouseClient.failure(e, access);
        }
    }
}
