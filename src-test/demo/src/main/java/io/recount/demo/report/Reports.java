package io.recount.demo.report;

import io.recount.demo.audit.DocumentRoles;
import io.recount.demo.clickhouse.ClickHouseHttp;
import io.recount.demo.clickhouse.ResultRow;
import io.recount.demo.clickhouse.ResultRows;
import io.recount.demo.clickhouse.Sql;
import io.recount.demo.verdict.PopularColumns;
import io.recount.harness.expectation.DeclaredMeasure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The first rows of the reports, from the same views that everybody reads. */
public final class Reports {

    private static final List<String> COUNTS = List.of("documents", "late_documents", "errors");
    private static final int MEASURES = 7;

    private final ClickHouseHttp clickHouse;
    private final List<String> measures;
    private final String key;
    private final String shift;

    public Reports(ClickHouseHttp clickHouse, DocumentRoles roles, PopularColumns popular) {
        this.clickHouse = clickHouse;
        this.measures = popular.measures().stream().map(DeclaredMeasure::name).toList();
        this.key = roles.key();
        this.shift = roles.shiftColumn();
    }

    /** Busiest hours of stores. */
    public List<String> storeHours(int rows) {
        return report("store_hour_report", List.of("store", "hour"), "documents DESC, store, hour", rows);
    }

    /** Largest shifts. */
    public List<String> shifts(int rows) {
        return report("shift_report", List.of(key, shift), "documents DESC, " + names(List.of(key, shift)), rows);
    }

    /** Cells in order. */
    public List<String> cells(int rows) {
        List<String> keys = List.of(key, shift, "bucket");
        return report("cell_report", keys, names(keys), rows);
    }

    private List<String> report(String view, List<String> keys, String order, int limit) {
        List<String> columns =
                Stream.of(keys, COUNTS, measures).flatMap(List::stream).toList();
        List<List<String>> rows = new ArrayList<>();
        try (ResultRows found = clickHouse.readableRows(
                "SELECT %s FROM %s ORDER BY %s LIMIT %d".formatted(names(columns), view, order, limit))) {
            found.forEachRemaining(row -> rows.add(texts(row, columns.size())));
        }
        List<Integer> shown = shown(rows, keys.size() + COUNTS.size(), columns.size());
        return TextTable.lines(
                chosen(columns, shown),
                rows.stream().map(row -> chosen(row, shown)).toList());
    }

    private static List<String> texts(ResultRow row, int columns) {
        return IntStream.range(0, columns)
                .mapToObj(column -> Optional.ofNullable(row.text(column)).orElse(""))
                .toList();
    }

    /** All columns before the measures, and the first measures that are not zero everywhere. */
    private static List<Integer> shown(List<List<String>> rows, int before, int columns) {
        Stream<Integer> measures = IntStream.range(before, columns)
                .filter(column -> rows.stream().anyMatch(row -> !isZero(row.get(column))))
                .limit(MEASURES)
                .boxed();
        return Stream.concat(IntStream.range(0, before).boxed(), measures).toList();
    }

    private static boolean isZero(String text) {
        return text.chars().allMatch(each -> each == '0' || each == '.');
    }

    private static List<String> chosen(List<String> values, List<Integer> columns) {
        return columns.stream().map(values::get).toList();
    }

    private static String names(List<String> columns) {
        return String.join(", ", columns.stream().map(Sql::name).toList());
    }
}
