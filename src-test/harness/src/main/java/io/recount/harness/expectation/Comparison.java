package io.recount.harness.expectation;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Expected rows against found ones, number by number. A row of only zeros is as good as none, and so is a count or a
 * sum of zero; a minimum of zero is a value.
 *
 * @param rows keys compared, on either side
 * @param values numbers compared: documents, errors and every measure that is on either side
 * @param differingRows keys with at least one difference
 * @param differences the first of them, in the order of keys
 */
public record Comparison(String table, long rows, long values, long differingRows, List<Difference> differences) {

    public Comparison {
        differences = List.copyOf(differences);
    }

    public boolean isExact() {
        return differingRows == 0;
    }

    /**
     * Compares.
     *
     * @param expected ascending by key
     * @param actual ascending by key; a key that occurs twice is a difference
     * @param keep how many differences to keep
     * @throws IllegalArgumentException if the rows of a side do not ascend
     */
    public static <K extends Comparable<? super K>> Comparison of(
            DeclaredModel model, String table, Stream<Row<K>> expected, Iterator<Row<K>> actual, int keep) {
        return new Merge<K>(model, table, keep)
                .compare(
                        new Ascending<>("expected " + table, expected.iterator()),
                        new Ascending<>("found " + table, actual));
    }

    private static final class Merge<K extends Comparable<? super K>> {

        private final DeclaredModel model;
        private final String table;
        private final int keep;
        private final List<Difference> differences = new ArrayList<>();
        private long rows;
        private long values;
        private long differingRows;

        Merge(DeclaredModel model, String table, int keep) {
            this.model = model;
            this.table = table;
            this.keep = keep;
        }

        Comparison compare(Ascending<K> expected, Ascending<K> actual) {
            @Nullable K previous = null;
            while (expected.hasNext() || actual.hasNext()) {
                int order = order(expected, actual);
                Row<K> expectedRow =
                        order <= 0 ? expected.next() : empty(actual.peek().key());
                Row<K> actualRow = order >= 0 ? actual.next() : empty(expectedRow.key());
                boolean again = order > 0 && expectedRow.key().equals(previous);
                compareRow(expectedRow, actualRow, again);
                previous = expectedRow.key();
            }
            return new Comparison(table, rows, values, differingRows, differences);
        }

        private int order(Ascending<K> expected, Ascending<K> actual) {
            if (!expected.hasNext()) {
                return 1;
            }
            return actual.hasNext()
                    ? expected.peek().key().compareTo(actual.peek().key())
                    : -1;
        }

        private void compareRow(Row<K> expected, Row<K> actual, boolean again) {
            if (expected.isEmpty() && actual.isEmpty() && !again) {
                return;
            }
            rows++;
            boolean differs = again;
            if (again) {
                keep(expected.key(), "row", 1L, 2L);
            } else {
                differs = differs(expected.key(), "documents", expected.documents(), actual.documents());
                differs |= differs(expected.key(), "errors", expected.errors(), actual.errors());
                for (int id : ids(expected, actual)) {
                    differs |= differs(expected.key(), model.nameOf(id), value(expected, id), value(actual, id));
                }
            }
            differingRows += differs ? 1 : 0;
        }

        private boolean differs(K key, String measure, @Nullable Long expected, @Nullable Long actual) {
            values++;
            if (Objects.equals(expected, actual)) {
                return false;
            }
            keep(key, measure, expected, actual);
            return true;
        }

        private void keep(K key, String measure, @Nullable Long expected, @Nullable Long actual) {
            if (differences.size() < keep) {
                differences.add(new Difference(table, key.toString(), measure, expected, actual));
            }
        }

        private @Nullable Long value(Row<K> row, int id) {
            OptionalLong value = row.values().get(id);
            boolean absent = value.isEmpty() || (value.getAsLong() == 0 && model.zeroIsAbsent(id));
            return absent ? null : Long.valueOf(value.getAsLong());
        }

        private SortedSet<Integer> ids(Row<K> expected, Row<K> actual) {
            SortedSet<Integer> ids = new TreeSet<>();
            for (int i = 0; i < expected.values().size(); i++) {
                ids.add(expected.values().id(i));
            }
            for (int i = 0; i < actual.values().size(); i++) {
                ids.add(actual.values().id(i));
            }
            return ids;
        }

        private Row<K> empty(K key) {
            return new Row<>(key, 0, 0, MeasureValues.none());
        }
    }

    /** Rows with a view of the next one, which must not be smaller than the last. */
    private static final class Ascending<K extends Comparable<? super K>> {

        private final String what;
        private final Iterator<Row<K>> rows;
        private @Nullable Row<K> ahead;

        Ascending(String what, Iterator<Row<K>> rows) {
            this.what = what;
            this.rows = rows;
            this.ahead = rows.hasNext() ? rows.next() : null;
        }

        boolean hasNext() {
            return ahead != null;
        }

        Row<K> peek() {
            if (ahead == null) {
                throw new NoSuchElementException("No more rows of " + what);
            }
            return ahead;
        }

        Row<K> next() {
            Row<K> current = peek();
            ahead = rows.hasNext() ? rows.next() : null;
            if (ahead != null && ahead.key().compareTo(current.key()) < 0) {
                throw new IllegalArgumentException(
                        "Rows of %s do not ascend: %s comes before %s; sort them by key, texts by bytes"
                                .formatted(what, current.key(), ahead.key()));
            }
            return current;
        }
    }
}
