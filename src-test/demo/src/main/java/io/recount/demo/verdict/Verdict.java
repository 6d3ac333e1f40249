package io.recount.demo.verdict;

import io.recount.harness.expectation.Comparison;
import io.recount.harness.expectation.Difference;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What came of a run.
 *
 * @param noun what documents are called, such as {@code receipts}
 * @param documents distinct ones
 * @param deliveries messages that were fed
 * @param measures declared measures that were compared in every row
 * @param unseenMeasures of these, those that are zero or absent in every expected cell
 * @param tables rows against rows
 * @param checks counts against counts
 */
public record Verdict(
        String noun,
        long documents,
        long deliveries,
        int measures,
        int unseenMeasures,
        List<Comparison> tables,
        List<Check> checks) {

    /** Reports that add cells up. */
    private static final Set<String> DERIVED = Set.of("store_hour_report", "store_day_report");

    public Verdict {
        tables = List.copyOf(tables);
        checks = List.copyOf(checks);
    }

    public boolean isExact() {
        return tables.stream().allMatch(Comparison::isExact) && checks.stream().allMatch(Check::holds);
    }

    /** Rows of cells that were compared. */
    public long cells() {
        return table(PublishedTables.CELLS).mapToLong(Comparison::rows).sum();
    }

    /**
     * Rows and counts that are wrong. Those of a report count only where all cells are right: a wrong cell makes every
     * report wrong that adds it up.
     */
    public long mismatches() {
        return counted().mapToLong(Comparison::differingRows).sum()
                + checks.stream().filter(check -> !check.holds()).count();
    }

    /** The first numbers that are wrong, of the rows that {@link #mismatches} counts. */
    public List<Difference> differences() {
        return counted()
                .flatMap(table -> table.differences().stream())
                .map(Verdict::withPlainKey)
                .toList();
    }

    /** {@code register=R, shift=1} instead of {@code ShiftKey[register=R, shift=1]}. */
    private static Difference withPlainKey(Difference difference) {
        String key = difference.key();
        return new Difference(
                difference.table(),
                key.substring(key.indexOf('[') + 1, key.length() - (key.endsWith("]") ? 1 : 0)),
                difference.measure(),
                difference.expected(),
                difference.actual());
    }

    /** The last line of a run. */
    public String line() {
        return "verdict: %s (%s=%d deliveries=%d cells=%d measures=%d mismatches=%d)"
                .formatted(word(), noun, documents, deliveries, cells(), measures, mismatches());
    }

    String word() {
        return isExact() ? "exact" : "WRONG";
    }

    private Stream<Comparison> counted() {
        boolean cellsAreRight = table(PublishedTables.CELLS).allMatch(Comparison::isExact);
        return tables.stream().filter(table -> cellsAreRight || !DERIVED.contains(table.table()));
    }

    private Stream<Comparison> table(String name) {
        return tables.stream().filter(table -> table.table().equals(name));
    }
}
