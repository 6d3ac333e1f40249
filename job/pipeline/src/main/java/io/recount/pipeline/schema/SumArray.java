package io.recount.pipeline.schema;

import io.recount.cells.model.Measure;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The sums and counts of a view as one array, a place each, which a query makes of {@code m_id} and {@code m_val} in one go:
 * to look for each of them in the arrays costs several times what it costs to read these, and a map of sums even more.
 * Sums have 128 bits, so that no number of cells is too much.
 *
 * @param ids of the measures, in the order of their places
 */
record SumArray(List<Integer> ids) {

    /** What the array is called; no measure is. */
    static final String NAME = "m_sums";

    /** Adds a value at its place, and none that is beyond the range of places. */
    private static final String FOLD = "sumResample";

    private static final int NO_PLACE = 65535;

    SumArray {
        ids = List.copyOf(ids);
    }

    /** Of those of them that are sums or counts. */
    static SumArray of(List<Measure> measures) {
        return new SumArray(
                measures.stream().filter(SumArray::isSum).map(Measure::id).toList());
    }

    static boolean isSum(Measure measure) {
        return switch (measure.kind()) {
            case COUNT, SUM -> true;
            case MIN, MAX, FIRST, LAST, UNIQ, UNIQ_EXACT, QUANTILE -> false;
        };
    }

    /** A measure's value, in 128 bits. */
    String value(Measure measure) {
        return NAME + "[" + (places().indexOf(measure.id()) + 1) + "]";
    }

    /** The array of a group of rows. */
    String ofGroup() {
        return FOLD + "Array" + range() + "(" + values() + ") AS " + NAME;
    }

    /** The array of one row. */
    String ofRow() {
        return "arrayReduce('" + FOLD + range() + "', " + values() + ") AS " + NAME;
    }

    private String range() {
        return "(0, " + places().size() + ", 1)";
    }

    private String values() {
        String from = places().stream().map(String::valueOf).collect(Collectors.joining(", "));
        String to =
                IntStream.range(0, places().size()).mapToObj(String::valueOf).collect(Collectors.joining(", "));
        return "CAST(m_val, 'Array(Int128)'), arrayMap(id -> transform(id, [" + from + "], [" + to + "], " + NO_PLACE
                + "), m_id)";
    }

    /** With an id that no measure has: arrays have a length without sums, too. */
    private List<Integer> places() {
        return Stream.concat(Stream.of(0), ids.stream()).toList();
    }
}
