package io.recount.harness.expectation;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Documents of one row, added up. Sums are exact whatever their order, because they are as wide as they need to be;
 * only the result has to fit 64 bits.
 */
final class Fold {

    /** The bits of a hash that its checksum lacks. */
    private static final int CHECKSUM_SHIFT = 24;

    private final Map<DeclaredMeasure, BigInteger> numbers = new HashMap<>();
    private final Map<DeclaredMeasure, Timed> timed = new HashMap<>();
    private final Map<DeclaredMeasure, SketchFold> sketches = new HashMap<>();
    private long documents;
    private long errors;

    void addError() {
        errors++;
    }

    void addDocument() {
        documents++;
    }

    void add(Parts parts, long time) {
        for (int i = 0; i < parts.size(); i++) {
            DeclaredMeasure measure = parts.measure(i);
            BigInteger value = BigInteger.valueOf(parts.value(i));
            switch (measure.kind()) {
                case COUNT, SUM -> numbers.merge(measure, value, BigInteger::add);
                case MIN -> numbers.merge(measure, value, BigInteger::min);
                case MAX -> numbers.merge(measure, value, BigInteger::max);
                case FIRST -> timed.merge(measure, new Timed(time, parts.value(i)), Timed::first);
                case LAST -> timed.merge(measure, new Timed(time, parts.value(i)), Timed::last);
                case UNIQ, UNIQ_EXACT, QUANTILE -> {
                    numbers.merge(measure, BigInteger.valueOf(parts.hash(i) >>> CHECKSUM_SHIFT), BigInteger::add);
                    sketches.computeIfAbsent(measure, each -> new SketchFold(each.kind()))
                            .add(parts.value(i), parts.hash(i));
                }
            }
        }
    }

    /**
     * The row.
     *
     * @throws ArithmeticException if a sum does not fit 64 bits
     */
    <K extends Comparable<? super K>> Row<K> row(K key) {
        SortedMap<Integer, Long> values = new TreeMap<>();
        numbers.forEach((measure, number) -> {
            if (number.signum() != 0 || !measure.kind().zeroIsAbsent()) {
                values.put(measure.id(), fitting(measure, number));
            }
        });
        timed.forEach((measure, point) -> {
            values.put(measure.id(), point.value());
            values.put(measure.id() + 1, point.time());
        });
        if (!(key instanceof CellKey || key instanceof ShiftKey)) {
            // Others are reports, which show no checksums.
            sketches.keySet().forEach(measure -> values.remove(measure.id()));
        }
        return new Row<>(key, documents, errors, MeasureValues.of(values));
    }

    /** The row, with the elements of its sketches. */
    <K extends Comparable<? super K>> Row<K> sketchedRow(K key) {
        SortedMap<Integer, Long> values = new TreeMap<>();
        MeasureValues numbers = row(key).values();
        for (int i = 0; i < numbers.size(); i++) {
            values.put(numbers.id(i), numbers.value(i));
        }
        sketches.forEach((measure, sketch) -> sketch.put(measure.id(), values));
        return new Row<>(key, documents, errors, MeasureValues.of(values));
    }

    private static long fitting(DeclaredMeasure measure, BigInteger number) {
        if (number.bitLength() > 63) {
            throw new ArithmeticException(
                    "The expected " + measure.name() + " does not fit 64 bits; feed smaller amounts");
        }
        return number.longValue();
    }

    /** A value and the time of its document. */
    private record Timed(long time, long value) {

        Timed first(Timed other) {
            return other.time < time || (other.time == time && other.value < value) ? other : this;
        }

        Timed last(Timed other) {
            return other.time > time || (other.time == time && other.value > value) ? other : this;
        }
    }
}
