package io.recount.clickhouse.sink;

import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.SinkTable;
import io.recount.clickhouse.check.ColumnCheck;
import io.recount.clickhouse.check.Difference;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Inserts only into tables whose columns hold what is written.
 *
 * <p>The server converts values on insert and says nothing when it has to change one for that. So the columns are looked
 * at before each block, and again after it, before anything is told of it: a block that went into a table while that was
 * being narrowed fails like one before it. Nothing may be dropped meanwhile; that, the server refuses itself.
 */
final class CheckedInserts implements Inserts {

    private final Inserts inserts;
    private final Columns columns;
    private final Map<String, SinkTable> tables;

    /** What of a table's columns does not hold what is written to them. */
    @FunctionalInterface
    interface Columns {
        List<Difference> differences(SinkTable table) throws ClickHouseFailure, InterruptedException;
    }

    /** Into a server, through a client that is closed with it. */
    static CheckedInserts of(ClickHouseClient client, SinkSettings settings) {
        ColumnCheck check = new ColumnCheck(client, settings.cluster().database());
        return new CheckedInserts(
                Inserts.into(client),
                check::differences,
                Stream.concat(settings.tables().stream(), Stream.of(LedgerRows.TABLE))
                        .toList());
    }

    CheckedInserts(Inserts inserts, Columns columns, List<SinkTable> tables) {
        this.inserts = inserts;
        this.columns = columns;
        this.tables = tables.stream().collect(Collectors.toMap(SinkTable::name, Function.identity()));
    }

    @Override
    public void insert(String table, byte[] block, @Nullable String token)
            throws ClickHouseFailure, InterruptedException {
        check(table, "Nothing was written to it");
        inserts.insert(table, block, token);
        check(table, "It was altered while rows were written to it");
    }

    private void check(String name, String what) throws ClickHouseFailure, InterruptedException {
        SinkTable table = tables.get(name);
        if (table == null) {
            return;
        }
        List<Difference> differences = columns.differences(table);
        if (!differences.isEmpty()) {
            throw ClickHouseFailure.refused(
                    differences.stream().map(Difference::toString).collect(Collectors.joining("; "))
                            + ". " + what
                            + ", because values would be changed. Next: mend the table; the job goes on by itself"
                            + " or from its newest checkpoint. If the table was narrowed and values no longer fitted, the server"
                            + " has changed them in the rows that were there: restore those");
        }
    }

    @Override
    public void close() {
        inserts.close();
    }
}
