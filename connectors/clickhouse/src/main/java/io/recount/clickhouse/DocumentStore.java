package io.recount.clickhouse;

import com.clickhouse.jdbc.Driver;
import java.io.Serializable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads documents back from the table they were written to before their checkpoint: those that a history contains, and
 * not those that an attempt wrote ahead of a checkpoint that never was, or a run that was abandoned.
 *
 * <p>A row is part of a history if its timeline is an ancestor and its offset lies below the cut at which the ancestor was
 * left. Tables need the columns {@code _timeline, _topic, _partition, _offset} and
 * {@code _late}.
 *
 * <p>Each request is made once; who retries knows what a guess would cost. Not safe for several threads.
 */
public final class DocumentStore implements AutoCloseable {

    private static final String SERVER_SETTING = "clickhouse_setting_";

    private final Table table;
    private final ClickHouseAccess access;
    private @Nullable Connection connection;

    /**
     * Where documents lie.
     *
     * @param name the table's name
     * @param key the column they are looked up by
     * @param columns what is read of a row: names or expressions
     */
    public record Table(String name, String key, List<String> columns) implements Serializable {
        public Table {
            columns = List.copyOf(columns);
        }
    }

    /** Takes a row. */
    @FunctionalInterface
    public interface Visitor {
        void visit(ResultSet row) throws SQLException;
    }

    public DocumentStore(ClickHouseAccess access, Table table) {
        this.access = access;
        this.table = table;
    }

    /**
     * All rows of a key that {@code history} contains. Of rows that are equal but for their lateness, a late one comes
     * first.
     */
    public void read(String key, Lineage history, Visitor visitor) throws ClickHouseFailure {
        String select = "SELECT " + String.join(", ", table.columns()) + " FROM " + table.name() + " WHERE "
                + table.key() + " = ? AND " + condition(history) + " ORDER BY _late DESC";
        try (PreparedStatement statement = connection().prepareStatement(select)) {
            // Else what looks like an escape of JDBC is rewritten, also in the key.
            statement.setEscapeProcessing(false);
            statement.setString(1, key);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    visitor.visit(rows);
                }
            }
        } catch (SQLException | RuntimeException e) {
            closeQuietly();
            throw ClickHouseClient.failure(e).at(access.endpoint());
        }
    }

    /** Which rows a history contains. */
    static String condition(Lineage history) {
        String seen = history.ancestors().stream()
                .flatMap(ancestor -> condition(ancestor).stream())
                .collect(Collectors.joining(" OR "));
        return seen.isEmpty() ? "false" : "(" + seen + ")";
    }

    private static List<String> condition(Ancestor ancestor) {
        Map<String, List<Position>> byTopic = ancestor.positions().stream()
                .collect(Collectors.groupingBy(Position::topic, TreeMap::new, Collectors.toList()));
        return byTopic.entrySet().stream()
                .map(topic -> "_timeline = " + ancestor.timeline() + " AND _topic = " + literal(topic.getKey())
                        + " AND _offset < transform(_partition, [" + numbers(topic.getValue(), Position::partition)
                        + "], [" + numbers(topic.getValue(), Position::nextOffset) + "], toUInt64(0))")
                .toList();
    }

    private static String numbers(List<Position> positions, java.util.function.Function<Position, Number> number) {
        return positions.stream()
                .map(position -> "toUInt64(" + number.apply(position) + ")")
                .collect(Collectors.joining(", "));
    }

    private static String literal(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }

    private Connection connection() throws SQLException {
        Connection open = connection;
        if (open == null) {
            Properties properties = new Properties();
            access.jdbcProperties().forEach(properties::setProperty);
            ClickHouseClient.LONG_QUERIES.forEach(
                    (name, value) -> properties.setProperty(SERVER_SETTING + name, value));
            // No row before the whole answer: an error never comes after the first one.
            properties.setProperty(SERVER_SETTING + "wait_end_of_query", "1");
            open = new Driver().connect(access.jdbcUrl(), properties);
            connection = open;
        }
        return open;
    }

    @Override
    public void close() {
        closeQuietly();
    }

    private void closeQuietly() {
        try (Connection closed = connection) {
            connection = null;
        } catch (SQLException e) {
            // A connection that cannot be closed is of no use either way.
        }
    }
}
