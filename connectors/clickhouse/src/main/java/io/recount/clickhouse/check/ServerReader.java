package io.recount.clickhouse.check;

import com.clickhouse.client.api.query.GenericRecord;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.PinnedSettings;
import io.recount.clickhouse.ServerError;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Asks a server what it has.
 *
 * <p>Rights are tried out, by a SELECT of no rows and an INSERT of none: {@code system.grants} is closed to most users and
 * does not follow roles. {@code system.tables} leaves out what the user may not see; such a table is asked for by name.
 */
public final class ServerReader {

    private static final String COLUMNS =
            "SELECT table, name, type, default_kind FROM system.columns WHERE database = ";

    private final ClickHouseClient client;
    private final String database;

    /** {@code database} is the client's own. */
    public ServerReader(ClickHouseClient client, String database) {
        this.client = client;
        this.database = database;
    }

    /** Nothing if the database is not there, or hidden from the user. */
    Optional<ServerDescription> describe(List<RequiredTable> required) throws ClickHouseFailure, InterruptedException {
        GenericRecord self;
        try {
            self = client.rows("SELECT version() AS version, currentUser() AS user")
                    .get(0);
        } catch (ClickHouseFailure e) {
            if (e.error().filter(SchemaCheck.NO_DATABASE::contains).isPresent()) {
                return Optional.empty();
            }
            throw e;
        }
        Map<String, ServerTable> tables = tables();
        Set<String> hidden = new HashSet<>();
        Map<String, List<Right>> missing = new HashMap<>();
        for (RequiredTable table : required) {
            if (!tables.containsKey(table.name()) && isRefused(select(table.name(), "1"))) {
                hidden.add(table.name());
            }
            missing.put(table.name(), missingRights(table, tables));
        }
        return Optional.of(new ServerDescription(
                self.getString("version"), self.getString("user"), tables, hidden, missing, settings(), windows()));
    }

    private Map<String, ServerTable> tables() throws ClickHouseFailure, InterruptedException {
        Map<String, List<ServerColumn>> columns = columns(COLUMNS + Names.literal(database) + " ORDER BY position");
        Map<String, ServerTable> tables = new HashMap<>();
        for (GenericRecord row : client.rows("SELECT name, engine, engine_full, partition_key, sorting_key"
                + " FROM system.tables WHERE database = " + Names.literal(database))) {
            String name = row.getString("name");
            tables.put(
                    name,
                    new ServerTable(
                            name,
                            row.getString("engine"),
                            row.getString("engine_full"),
                            row.getString("partition_key"),
                            row.getString("sorting_key"),
                            columns.getOrDefault(name, List.of())));
        }
        return tables;
    }

    /** The columns of one table; none if it is not there or the user does not see it. */
    List<ServerColumn> columnsOf(String table) throws ClickHouseFailure, InterruptedException {
        return columns(COLUMNS + Names.literal(database) + " AND table = " + Names.literal(table)
                        + " ORDER BY position")
                .getOrDefault(table, List.of());
    }

    private Map<String, List<ServerColumn>> columns(String select) throws ClickHouseFailure, InterruptedException {
        Map<String, List<ServerColumn>> columns = new HashMap<>();
        for (GenericRecord row : client.rows(select)) {
            columns.computeIfAbsent(row.getString("table"), table -> new ArrayList<>())
                    .add(new ServerColumn(row.getString("name"), row.getString("type"), row.getString("default_kind")));
        }
        return columns;
    }

    private List<Right> missingRights(RequiredTable required, Map<String, ServerTable> tables)
            throws ClickHouseFailure, InterruptedException {
        List<Right> missing = new ArrayList<>();
        for (Right right : new TreeSet<>(required.rights())) {
            String statement = switch (right) {
                case SELECT -> select(required.name(), commonColumns(required, tables.get(required.name())));
                case INSERT -> "INSERT INTO " + Names.table(database, required.name()) + " FORMAT TSV";
            };
            if (isRefused(statement)) {
                missing.add(right);
            }
        }
        return missing;
    }

    private static String commonColumns(RequiredTable required, @Nullable ServerTable table) {
        String columns = table == null
                ? ""
                : required.columns().stream()
                        .map(RequiredColumn::name)
                        .filter(name -> table.column(name).isPresent())
                        .map(Names::quoted)
                        .collect(Collectors.joining(", "));
        return columns.isEmpty() ? "1" : columns;
    }

    private String select(String table, String columns) {
        return "SELECT " + columns + " FROM " + Names.table(database, table) + " LIMIT 0";
    }

    /** Whether the user may not do it. That it fails for another reason is none of this question. */
    private boolean isRefused(String statement) throws ClickHouseFailure, InterruptedException {
        try {
            client.execute(statement);
            return false;
        } catch (ClickHouseFailure e) {
            if (e.outcome() == ServerError.Outcome.RETRY) {
                throw e;
            }
            return e.error().filter(error -> error == ServerError.ACCESS_DENIED).isPresent();
        }
    }

    private Map<String, ServerSetting> settings() throws ClickHouseFailure, InterruptedException {
        Set<String> names = new TreeSet<>(PinnedSettings.OF_INSERTS.keySet());
        names.addAll(Set.of(PinnedSettings.DEDUPLICATION, PinnedSettings.FORMER_DEDUPLICATION, "readonly"));
        Map<String, ServerSetting> settings = new HashMap<>();
        for (GenericRecord row : client.rows("SELECT name, value, toUInt8(readonly) AS fixed, min, max"
                + " FROM system.settings WHERE name IN ("
                + names.stream().map(Names::literal).collect(Collectors.joining(", ")) + ")")) {
            settings.put(
                    row.getString("name"),
                    new ServerSetting(
                            row.getString("name"),
                            row.getString("value"),
                            row.getInteger("fixed") != 0,
                            row.getString("min"),
                            row.getString("max")));
        }
        return settings;
    }

    private Map<String, Long> windows() throws ClickHouseFailure, InterruptedException {
        Map<String, Long> windows = new HashMap<>();
        for (GenericRecord row : client.rows(
                "SELECT name, toInt64OrZero(value) AS blocks FROM system.merge_tree_settings"
                        + " WHERE name IN ('non_replicated_deduplication_window', 'replicated_deduplication_window')")) {
            windows.put(row.getString("name"), row.getLong("blocks"));
        }
        return windows;
    }
}
