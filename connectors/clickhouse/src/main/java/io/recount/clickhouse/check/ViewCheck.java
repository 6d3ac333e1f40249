package io.recount.clickhouse.check;

import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.ServerError;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Compares views with what they should be: both statements as the server itself writes them, so that only what they say
 * counts. Views are for readers: none of the job's work depends on them.
 *
 * <p>A view that is hidden from the user is not compared.
 */
public final class ViewCheck {

    private static final String STATEMENT = "CREATE VIEW ";
    private static final Pattern REPLACING = Pattern.compile("^CREATE OR REPLACE VIEW ");

    /** Whose rights a view has is the administrator's choice, and a server may write down its default. */
    private static final Pattern SECURITY =
            Pattern.compile(" (DEFINER = \\S+ )?SQL SECURITY (DEFINER|INVOKER|NONE)\\b");

    private final String database;
    private final List<RequiredView> required;
    private final String howToCreate;

    /**
     * @param database where the views are
     * @param required what has to be there
     * @param howToCreate what creates a view, and replaces one
     */
    public ViewCheck(String database, List<RequiredView> required, String howToCreate) {
        this.database = database;
        this.required = List.copyOf(required);
        this.howToCreate = howToCreate;
    }

    /**
     * All differences. The database is the client's own.
     *
     * @throws ClickHouseFailure if the server could not be asked
     */
    public List<Difference> differences(ClickHouseClient client) throws ClickHouseFailure, InterruptedException {
        List<Difference> differences = new ArrayList<>();
        for (RequiredView view : required) {
            Optional<String> there = there(view, client);
            if (there.isEmpty() && !isHidden(view, client)) {
                differences.add(difference(view, "not there", "there"));
            } else if (there.isPresent() && !there.get().equals(definition(view, client))) {
                differences.add(difference(view, "defined otherwise", "as this release and the model define it"));
            }
        }
        return differences;
    }

    private Difference difference(RequiredView view, String is, String should) {
        return new Difference("view " + view.name(), is, should, howToCreate);
    }

    private Optional<String> there(RequiredView view, ClickHouseClient client)
            throws ClickHouseFailure, InterruptedException {
        return client
                .rows(
                        "SELECT formatQuerySingleLine(create_table_query) AS statement FROM system.tables WHERE database = "
                                + Names.literal(database) + " AND name = " + Names.literal(view.name()))
                .stream()
                .findFirst()
                .map(row -> comparable(row.getString("statement")));
    }

    private static String definition(RequiredView view, ClickHouseClient client)
            throws ClickHouseFailure, InterruptedException {
        return comparable(
                client.rows("SELECT formatQuerySingleLine(" + Names.literal(view.definition()) + ") AS statement")
                        .get(0)
                        .getString("statement"));
    }

    private static String comparable(String statement) {
        return SECURITY.matcher(REPLACING.matcher(statement).replaceFirst(STATEMENT))
                .replaceFirst("");
    }

    /** A view with parameters can't be asked without them, so its right is asked for, of servers that know the question. */
    private boolean isHidden(RequiredView view, ClickHouseClient client)
            throws ClickHouseFailure, InterruptedException {
        try {
            return client.text("CHECK GRANT SELECT ON " + Names.table(database, view.name()))
                    .strip()
                    .equals("0");
        } catch (ClickHouseFailure e) {
            if (e.outcome() == ServerError.Outcome.RETRY) {
                throw e;
            }
            return false;
        }
    }
}
