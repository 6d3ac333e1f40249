package io.recount.clickhouse;

import com.clickhouse.jdbc.Driver;
import java.io.Serializable;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads documents back from the table they were written to before their checkpoint: those that a history contains, and
 * not those that an attempt wrote ahead of a checkpoint that never was, or a run that was abandoned.
 *
 * <p>A row is part of a history if its timeline is an ancestor and its offset lies below the cut at which the ancestor was
 * left; and of every history if it was not a job that wrote it, {@value #LOADED}. Tables need the columns
 * {@code _timeline, _topic, _partition, _offset} and {@code _late}.
 *
 * <p>Each request is made once; who retries knows what a guess would cost. Not safe for several threads.
 */
public final class DocumentStore implements AutoCloseable {

    /** The timeline of documents that were loaded from elsewhere: no job ever has it. */
    public static final long LOADED = 0;

    private static final String SERVER_SETTING = "clickhouse_setting_";

    private final Table table;
    private final ClickHouseAccess access;
    private @Nullable Connection connection;

    /**
     * Where documents lie.
     *
     * @param name the table's name
     * @param id the columns that tell documents apart; the first is the key they are looked up by
     * @param columns what is read of a row: names or expressions
     * @param visible a condition for the rows that are read at all; empty for every row
     */
    public record Table(String name, List<String> id, List<String> columns, String visible) implements Serializable {
        public Table {
            id = List.copyOf(id);
            columns = List.copyOf(columns);
        }

        String key() {
            return id.get(0);
        }

        String isVisible() {
            return visible.isEmpty() ? "" : visible + " AND ";
        }

        String idColumns() {
            return String.join(", ", id);
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
     * The rows of some ids that a history contains, in the order of the ids. Of rows that are equal but for their lateness, a
     * late one comes first.
     *
     * @param ids texts and numbers, one of each of the table's id columns
     */
    public void byId(Collection<? extends List<?>> ids, Lineage history, Visitor visitor) throws ClickHouseFailure {
        read("(" + table.idColumns() + ") IN (" + tuples(ids) + ")", history, visitor);
    }

    /**
     * The rows, that a history contains, of every id of which some row is in one of the places; in the order of the ids.
     *
     * @param place what a place is beside the key: an expression over the table's columns
     * @param places the key, and the value of the expression
     * @param within a condition that holds for all rows of the places, by which parts of the table can be left out
     */
    public void byPlace(
            String place, Collection<? extends List<?>> places, String within, Lineage history, Visitor visitor)
            throws ClickHouseFailure {
        String keys =
                places.stream().map(each -> literal(each.get(0))).distinct().collect(Collectors.joining(", "));
        String inPlaces = "SELECT " + table.idColumns() + " FROM " + table.name() + " WHERE " + table.key() + " IN ("
                + keys + ") AND " + table.isVisible() + within + " AND (" + table.key() + ", " + place + ") IN ("
                + tuples(places) + ")";
        read(
                table.key() + " IN (" + keys + ") AND (" + table.idColumns() + ") IN (" + inPlaces + ")",
                history,
                visitor);
    }

    private void read(String condition, Lineage history, Visitor visitor) throws ClickHouseFailure {
        query(
                "SELECT " + String.join(", ", table.columns()) + " FROM " + table.name() + " WHERE " + condition
                        + " AND " + table.isVisible() + visible(history) + " ORDER BY " + table.idColumns()
                        + ", _late DESC",
                visitor);
    }

    /** Every key of which there is a row, once, whatever history it is of. In the order of the table, which takes no memory. */
    public void keys(Visitor visitor) throws ClickHouseFailure {
        query(
                "SELECT DISTINCT " + table.key() + " FROM " + table.name() + " SETTINGS optimize_distinct_in_order = 1",
                visitor);
    }

    /** What {@code expressions} give for each group of the rows of some keys, whatever history they are of. */
    public void groups(Collection<String> keys, List<String> groups, List<String> expressions, Visitor visitor)
            throws ClickHouseFailure {
        String names = String.join(", ", groups);
        query(
                "SELECT " + names + ", " + String.join(", ", expressions) + " FROM " + table.name() + " WHERE "
                        + table.key() + " IN ("
                        + keys.stream().map(DocumentStore::literal).collect(Collectors.joining(", ")) + ") GROUP BY "
                        + names,
                visitor);
    }

    private void query(String select, Visitor visitor) throws ClickHouseFailure {
        try (Statement statement = connection().createStatement()) {
            // Else what looks like an escape of JDBC is rewritten, also in the key.
            statement.setEscapeProcessing(false);
            try (ResultSet rows = statement.executeQuery(select)) {
                while (rows.next()) {
                    visitor.visit(rows);
                }
            }
        } catch (SQLException | RuntimeException e) {
            closeQuietly();
            throw ClickHouseClient.failure(e).at(access.endpoint());
        }
    }

    private static String tuples(Collection<? extends List<?>> tuples) {
        return tuples.stream()
                .map(tuple -> tuple.stream().map(DocumentStore::literal).collect(Collectors.joining(", ", "(", ")")))
                .collect(Collectors.joining(", "));
    }

    private static String literal(Object value) {
        return value instanceof String text ? literal(text) : value.toString();
    }

    /** Which rows a history contains: a condition over the table's columns. */
    public static String visible(Lineage history) {
        return Stream.concat(
                        Stream.of("_timeline = " + LOADED),
                        history.ancestors().stream().flatMap(ancestor -> condition(ancestor).stream()))
                .collect(Collectors.joining(" OR ", "(", ")"));
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
