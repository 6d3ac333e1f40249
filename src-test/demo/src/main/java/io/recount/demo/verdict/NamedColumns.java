package io.recount.demo.verdict;

import io.recount.demo.clickhouse.ResultRow;
import io.recount.demo.clickhouse.ResultRows;
import io.recount.harness.expectation.DeclaredMeasure;
import io.recount.harness.expectation.DeclaredMeasure.Kind;
import io.recount.harness.expectation.DeclaredModel;
import io.recount.harness.expectation.MeasureValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Measures that stand in columns of their own, as in reports: by name, in units for people. NULL and a count or sum of
 * zero are absent.
 */
final class NamedColumns implements MeasureReading {

    private static final Pattern DECIMAL = Pattern.compile("Decimal\\(\\d+, (\\d+)\\)");
    private static final Pattern TIME = Pattern.compile("DateTime64\\(.*");
    private static final Pattern NULLABLE = Pattern.compile("Nullable\\((.*)\\)");
    /** Times are kept in microseconds. */
    private static final int TIME_SCALE = 6;

    private final List<Column> columns;

    private NamedColumns(List<Column> columns) {
        this.columns = columns;
    }

    /** A column of an answer; a number without a point has scale 0. */
    private record Column(int index, int id, int scale, boolean zeroIsAbsent) {}

    /** Names of the columns of a measure: its own, and that of its time where it has one. */
    static Stream<String> namesOf(DeclaredMeasure measure) {
        return isTimed(measure) ? Stream.of(measure.name(), measure.name() + "_at") : Stream.of(measure.name());
    }

    /** Finds the columns of all measures in an answer; those of none are left out. */
    static NamedColumns in(ResultRows rows, DeclaredModel model) {
        List<Column> columns = new ArrayList<>();
        for (DeclaredMeasure measure : model.measures()) {
            int id = measure.id();
            for (String name : namesOf(measure).toList()) {
                int index = rows.names().indexOf(name);
                if (index >= 0) {
                    boolean zeroIsAbsent = measure.kind() == Kind.COUNT
                            || measure.kind() == Kind.SUM
                            || measure.kind().isSketch();
                    columns.add(new Column(index, id, scale(rows.types().get(index)), zeroIsAbsent));
                }
                id++;
            }
        }
        return new NamedColumns(columns);
    }

    private static boolean isTimed(DeclaredMeasure measure) {
        return measure.kind() == Kind.FIRST || measure.kind() == Kind.LAST;
    }

    private static int scale(String type) {
        Matcher nullable = NULLABLE.matcher(type);
        String plain = nullable.matches() ? nullable.group(1) : type;
        Matcher decimal = DECIMAL.matcher(plain);
        if (decimal.matches()) {
            return Integer.parseInt(decimal.group(1));
        }
        return TIME.matcher(plain).matches() ? TIME_SCALE : 0;
    }

    @Override
    public MeasureValues of(ResultRow row) {
        int[] ids = new int[columns.size()];
        long[] values = new long[ids.length];
        int size = 0;
        for (Column column : columns) {
            String text = row.text(column.index());
            if (text != null) {
                long value = text.equals("0") ? 0 : row.scaled(column.index(), column.scale());
                if (value != 0 || !column.zeroIsAbsent()) {
                    ids[size] = column.id();
                    values[size++] = value;
                }
            }
        }
        return MeasureValues.of(Arrays.copyOf(ids, size), Arrays.copyOf(values, size));
    }
}
