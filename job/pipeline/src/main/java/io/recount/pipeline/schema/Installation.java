package io.recount.pipeline.schema;

import com.clickhouse.client.api.query.GenericRecord;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.check.Difference;
import io.recount.clickhouse.check.SchemaCheck;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Creates what is missing of a schema, and brings tables of an earlier release up to this one: tables, then migrations
 * that have not run, then views. It can be run again, also after it failed.
 *
 * <p>Tables that it creates are of this release, so that in a database without any the migrations are recorded and not run.
 */
public final class Installation {

    private static final String FOLDER = "/sql/migrations";

    private final ClickHouseClient client;
    private final Schema schema;
    private final List<Migration> migrations;

    /** The client need not have the schema's database for its own. */
    public Installation(ClickHouseClient client, Schema schema) {
        this(client, schema, FOLDER);
    }

    /** With the migrations of another folder on the class path. */
    Installation(ClickHouseClient client, Schema schema, String folder) {
        this.client = client;
        this.schema = schema;
        this.migrations = Migration.in(folder, schema.placeholders());
    }

    /**
     * Does it.
     *
     * @param done is told what has been done, as soon as it is
     * @throws IllegalStateException if a migration was changed after it had run
     */
    public void apply(Consumer<String> done) throws ClickHouseFailure, InterruptedException {
        boolean isNew = isNew();
        run(schema.tables(), done);
        addColumns(done);
        migrate(isNew, done);
        run(schema.views(), done);
    }

    /** What a model has gained: columns, and values of enumerations. Nothing else of a table is changed. */
    private void addColumns(Consumer<String> done) throws ClickHouseFailure, InterruptedException {
        SchemaCheck check = new SchemaCheck(schema.database(), schema.requiredTables(), "").ofTables();
        for (Difference difference : check.differences(client)) {
            boolean isColumn = difference.mend().contains(" ADD COLUMN ");
            boolean isLongerEnum = difference.mend().contains(" MODIFY COLUMN ")
                    && difference.is().contains("Enum16(")
                    && difference.should().contains("Enum16(");
            if (isColumn || isLongerEnum) {
                client.execute(difference.mend());
                done.accept(difference.place());
            }
        }
    }

    /** Runs more statements; {@code done} is told of each. */
    public void run(List<Schema.Statement> statements, Consumer<String> done)
            throws ClickHouseFailure, InterruptedException {
        for (Schema.Statement statement : statements) {
            client.execute(statement.sql());
            done.accept(statement.object());
        }
    }

    private boolean isNew() throws ClickHouseFailure, InterruptedException {
        String names = schema.requiredTables().stream()
                .map(table -> Schema.literal(table.name()))
                .collect(Collectors.joining(", "));
        return client.rows("SELECT name FROM system.tables WHERE database = " + Schema.literal(schema.database())
                        + " AND name IN (" + names + ")")
                .isEmpty();
    }

    private void migrate(boolean isNew, Consumer<String> done) throws ClickHouseFailure, InterruptedException {
        Map<Long, String> recorded = recorded();
        for (Migration migration : migrations) {
            String digest = recorded.get((long) migration.number());
            if (digest == null) {
                run(migration, isNew);
                done.accept("migration " + migration + (isNew ? " (in the tables from the beginning)" : ""));
            } else if (!digest.equals(migration.digest())) {
                throw new IllegalStateException("Migration " + migration + " has run on database " + schema.database()
                        + " with another text than it has now. Next: take the text that ran, from the release that ran it,"
                        + " and put what is new into a migration with a new number");
            }
        }
    }

    private Map<Long, String> recorded() throws ClickHouseFailure, InterruptedException {
        Map<Long, String> recorded = new HashMap<>();
        for (GenericRecord row :
                client.rows("SELECT toInt64(number) AS migration, digest FROM " + table() + " ORDER BY applied_at")) {
            recorded.put(row.getLong("migration"), row.getString("digest"));
        }
        return recorded;
    }

    private void run(Migration migration, boolean isNew) throws ClickHouseFailure, InterruptedException {
        if (!isNew) {
            for (String statement : migration.statements()) {
                client.execute(statement);
            }
        }
        client.execute("INSERT INTO %s (number, name, digest, ran) VALUES (%d, %s, %s, %d)"
                .formatted(
                        table(),
                        migration.number(),
                        Schema.literal(migration.name()),
                        Schema.literal(migration.digest()),
                        isNew ? 0 : 1));
    }

    private String table() {
        return Schema.quoted(schema.database()) + ".migrations";
    }
}
