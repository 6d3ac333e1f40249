package io.recount.clickhouse.check;

import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.ServerError;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Compares what a server has with what a job needs, and names all differences at once.
 *
 * <p>It changes nothing. What the server does not say, such as constraints of a table, it does not know.
 */
public final class SchemaCheck {

    /** The oldest server it is meant for. Only 26.7 is tested. */
    private static final ServerVersion OLDEST = new ServerVersion(24, 8);

    /** What a server answers that will not make the database the current one. */
    public static final Set<ServerError> NO_DATABASE = Set.of(ServerError.UNKNOWN_DATABASE, ServerError.ACCESS_DENIED);

    private final String database;
    private final List<RequiredTable> required;
    private final String howToCreate;
    private final boolean withUser;

    /**
     * @param database where the tables are
     * @param required what has to be there
     * @param howToCreate what creates a missing table
     */
    public SchemaCheck(String database, List<RequiredTable> required, String howToCreate) {
        this(database, required, howToCreate, true);
    }

    private SchemaCheck(String database, List<RequiredTable> required, String howToCreate, boolean withUser) {
        this.database = database;
        this.required = List.copyOf(required);
        this.howToCreate = howToCreate;
        this.withUser = withUser;
    }

    /** The same check without the user's rights and settings, for a user who will not write. */
    public SchemaCheck ofTables() {
        return new SchemaCheck(database, required, howToCreate, false);
    }

    /**
     * All differences; none if the job can run. The database is the client's own.
     *
     * @throws ClickHouseFailure if the server could not be asked
     */
    public List<Difference> differences(ClickHouseClient client) throws ClickHouseFailure, InterruptedException {
        return new ServerReader(client, database)
                .describe(required)
                .map(this::differences)
                .orElseGet(() -> List.of(new Difference(
                        "database " + database, "not there, or hidden from the user", "there", howToCreate)));
    }

    List<Difference> differences(ServerDescription server) {
        List<Difference> differences = new ArrayList<>();
        ServerVersion.of(server.version())
                .filter(version -> version.compareTo(OLDEST) < 0)
                .ifPresent(version -> differences.add(
                        new Difference("server", "version " + server.version(), OLDEST + " or newer", "upgrade it")));
        required.forEach(table -> differences.addAll(ofTable(table, server)));
        if (withUser) {
            differences.addAll(UserComparison.differences(server));
        }
        return differences;
    }

    private List<Difference> ofTable(RequiredTable table, ServerDescription server) {
        List<Difference> differences = new ArrayList<>();
        ServerTable there = server.tables().get(table.name());
        if (there != null) {
            differences.addAll(TableComparison.differences(database, table, there, server.windows()));
        } else if (!server.hidden().contains(table.name())) {
            differences.add(new Difference("table " + table.name(), "not there", "there", howToCreate));
            return differences;
        }
        List<Right> missing = server.missingRights().getOrDefault(table.name(), List.of());
        if (withUser && !missing.isEmpty()) {
            String rights = missing.stream().map(Right::name).collect(Collectors.joining(", "));
            differences.add(new Difference(
                    "user " + server.user() + ", table " + table.name(),
                    "without " + rights,
                    "with it",
                    "GRANT " + rights + " ON " + Names.table(database, table.name()) + " TO "
                            + Names.quoted(server.user())));
        }
        return differences;
    }
}
