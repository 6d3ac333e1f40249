package io.recount.demo.verdict;

import io.recount.demo.clickhouse.ClickHouseHttp;
import io.recount.demo.clickhouse.ResultRow;
import io.recount.demo.clickhouse.ResultRows;
import io.recount.harness.expectation.Comparison;
import io.recount.harness.expectation.DeclaredModel;
import io.recount.harness.expectation.MeasureValues;
import io.recount.harness.expectation.Row;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A table or report as it is compared: one row a key, the newest, ascending by key.
 *
 * @param keyColumns its key; a row of the query begins with them, documents and errors follow, then measures
 * @param key reads the key from the first columns of a row
 */
record PublishedTable<K extends Comparable<? super K>>(
        String name, List<String> keyColumns, Function<ResultRow, K> key, Form form) {

    /** How measures are written. */
    enum Form {
        /** Arrays of ids and values in minor units; several rows a key, the greatest version is valid. */
        ARRAYS,
        /** One column a measure, in units for people. */
        NAMED
    }

    /** Compares the rows that meet a condition; {@code keep} is how many differences are kept. */
    Comparison compare(
            Stream<Row<K>> expected, String among, ClickHouseHttp clickHouse, DeclaredModel model, int keep) {
        try (ResultRows rows = clickHouse.rows(query(model, among))) {
            return Comparison.of(model, name, expected, rows(rows, model), keep);
        }
    }

    /** Reads the rows of an answer whose columns stand in this table's order. */
    Iterator<Row<K>> rows(ResultRows answer, DeclaredModel model) {
        MeasureReading measures = switch (form) {
            case ARRAYS -> this::arrays;
            case NAMED -> NamedColumns.in(answer, model);
        };
        int documents = keyColumns.size();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return answer.hasNext();
            }

            @Override
            public Row<K> next() {
                ResultRow row = answer.next();
                return new Row<>(key.apply(row), row.number(documents), row.number(documents + 1), measures.of(row));
            }
        };
    }

    private MeasureValues arrays(ResultRow row) {
        long[] ids = row.numbers(keyColumns.size() + 2);
        int[] narrow = new int[ids.length];
        for (int i = 0; i < ids.length; i++) {
            narrow[i] = (int) ids[i];
        }
        return MeasureValues.of(narrow, row.numbers(keyColumns.size() + 3));
    }

    private String query(DeclaredModel model, String among) {
        String keys = String.join(", ", keyColumns);
        return switch (form) {
            case ARRAYS ->
                "SELECT %s, %s, errors, m_id, m_val FROM %s WHERE %s ORDER BY %s, version DESC LIMIT 1 BY %s"
                        .formatted(keys, documents(), name, among, keys, keys);
            case NAMED ->
                "SELECT %s, documents, errors, %s FROM %s WHERE %s ORDER BY %s"
                        .formatted(keys, measureColumns(model), name, among, keys);
        };
    }

    /** Field cells count the documents that have a value; an expectation of that does not exist. */
    private String documents() {
        return name.equals(PublishedTables.FIELD_CELLS) ? "0" : "documents";
    }

    private static String measureColumns(DeclaredModel model) {
        return model.measures().stream()
                .filter(measure -> !measure.kind().isSketch())
                .flatMap(NamedColumns::namesOf)
                .collect(Collectors.joining(", "));
    }
}
