package io.recount.demo.verdict;

import static java.util.stream.Collectors.joining;

import io.recount.demo.clickhouse.ClickHouseHttp;
import io.recount.demo.clickhouse.ResultRows;
import io.recount.demo.clickhouse.Sql;
import io.recount.harness.expectation.DeclaredMeasure;
import io.recount.harness.expectation.DeclaredModel;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Measures that {@code cells} and {@code shifts} hold in a column of their own as well as in the arrays. */
public record PopularColumns(List<DeclaredMeasure> measures) {

    public static PopularColumns of(ClickHouseHttp clickHouse, DeclaredModel model) {
        Set<String> columns = new HashSet<>();
        try (ResultRows rows = clickHouse.rows(
                "SELECT name FROM system.columns WHERE database = currentDatabase() AND table = 'cells'")) {
            rows.forEachRemaining(row -> columns.add(row.present(0)));
        }
        return new PopularColumns(model.measures().stream()
                .filter(measure -> columns.contains(measure.name()))
                .toList());
    }

    /** Rows of a table in which a column says something else than the arrays. */
    long contradictions(ClickHouseHttp clickHouse, String table) {
        if (measures.isEmpty()) {
            return 0;
        }
        String differs = measures.stream()
                .map(measure -> "%s != m_val[indexOf(m_id, %d)]".formatted(Sql.name(measure.name()), measure.id()))
                .collect(joining(" OR "));
        return clickHouse.number("SELECT countIf(%s) FROM %s".formatted(differs, table));
    }
}
