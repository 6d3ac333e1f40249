package io.recount.harness.expectation;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The values of a cell of which a sketch is made. As long as there are few it is known what that must hold: all of them.
 */
public final class SketchFold {

    /** More different ones are not expected: a digest would hold means, and a theta sketch some of the hashes. */
    private static final int MOST = 100;

    /** Elements are numbers of a row, like measures: so many ids for each. */
    private static final int IDS_EACH = 1_000_000;

    private final DeclaredMeasure.Kind kind;
    private final SortedMap<Long, Long> counts = new TreeMap<>();

    SketchFold(DeclaredMeasure.Kind kind) {
        this.kind = kind;
    }

    void add(long value, long hash) {
        counts.merge(kind == DeclaredMeasure.Kind.UNIQ ? hash >>> 1 : value, 1L, Long::sum);
    }

    /** Puts the elements of its columns, those of one column behind those of another. */
    void put(int measure, SortedMap<Integer, Long> values) {
        if (counts.size() > MOST) {
            throw new ArithmeticException("The expected sketch of measure " + measure + " has more than " + MOST
                    + " different values; feed fewer to a cell");
        }
        List<Long> elements = new ArrayList<>();
        switch (kind) {
            case QUANTILE -> {
                counts.keySet().forEach(value -> elements.add(Double.doubleToRawLongBits((double) value)));
                elements.addAll(counts.values());
            }
            default -> counts.keySet().stream().sorted(Long::compareUnsigned).forEach(elements::add);
        }
        for (int i = 0; i < elements.size(); i++) {
            values.put(idOf(measure, i), elements.get(i));
        }
    }

    /** The id under which an element of a sketch stands in a row. */
    public static int idOf(int measure, int element) {
        return Math.addExact(Math.multiplyExact(measure, IDS_EACH), element);
    }

    /** Whether an id is that of an element. */
    public static boolean isElement(int id) {
        return id >= IDS_EACH;
    }
}
