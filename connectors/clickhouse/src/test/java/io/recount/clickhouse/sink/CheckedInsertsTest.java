package io.recount.clickhouse.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.Column;
import io.recount.clickhouse.Phase;
import io.recount.clickhouse.ServerError;
import io.recount.clickhouse.SinkTable;
import io.recount.clickhouse.check.Difference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CheckedInsertsTest {

    private static final SinkTable TOTALS =
            new SinkTable("totals", Phase.ON_COMMIT, List.of(new Column("amount", "Int64")));
    private static final Difference NARROWED =
            new Difference("table totals, column amount", "Int32", "Int64", "ALTER TABLE totals");

    private final List<String> inserted = new ArrayList<>();
    private boolean narrow;
    private boolean narrowedByInsert;

    private final CheckedInserts inserts = new CheckedInserts(
            (table, block, token) -> {
                inserted.add(table);
                narrow |= narrowedByInsert;
            },
            table -> narrow ? List.of(NARROWED) : List.of(),
            List.of(TOTALS));

    @Test
    void aTableThatHoldsTheRowsIsWrittenTo() throws Exception {
        inserts.insert("totals", new byte[0], "token");
        assertThat(inserted).containsExactly("totals");
    }

    @Test
    void nothingIsWrittenToANarrowedTable() {
        narrow = true;
        assertThatThrownBy(() -> inserts.insert("totals", new byte[0], "token"))
                .isInstanceOfSatisfying(
                        ClickHouseFailure.class,
                        failure -> assertThat(failure.outcome()).isEqualTo(ServerError.Outcome.PERMANENT))
                .hasMessageContaining(NARROWED.toString())
                .hasMessageContaining("Nothing was written to it");
        assertThat(inserted).isEmpty();
    }

    @Test
    void aTableThatIsNarrowedMeanwhileIsNotTakenForWritten() {
        narrowedByInsert = true;
        assertThatThrownBy(() -> inserts.insert("totals", new byte[0], "token"))
                .isInstanceOf(ClickHouseFailure.class)
                .hasMessageContaining("It was altered while rows were written to it");
    }
}
