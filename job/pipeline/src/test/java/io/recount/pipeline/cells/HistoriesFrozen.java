package io.recount.pipeline.cells;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.cells.FrozenLine;
import io.recount.harness.expectation.CellKey;
import io.recount.harness.expectation.Comparison;
import io.recount.harness.expectation.DeclaredMeasure;
import io.recount.harness.expectation.DeclaredModel;
import io.recount.harness.expectation.Expectation;
import io.recount.harness.expectation.MeasureValues;
import io.recount.harness.expectation.Row;
import io.recount.harness.expectation.ShiftKey;
import io.recount.harness.expectation.SketchFold;
import io.recount.pipeline.types.Delivery;
import io.recount.pipeline.types.Invalidation;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.StreamSupport;

/**
 * Lines that are drawn one after the other. What was shown in front of a line when it was drawn is shown for ever; what lies
 * behind it is the fold of the documents that are placed there, as if there were no others; a shift is the sum of its cells.
 */
final class HistoriesFrozen {

    private static final int MOST_DIFFERENCES = 5;

    /** Before the first day of a history, and after it. */
    private static final List<FrozenLine> LINES =
            List.of(FrozenLine.before(LocalDate.of(2026, 10, 30)), FrozenLine.before(LocalDate.of(2026, 10, 31)));

    private final Map<Key, String> shown = new HashMap<>();
    private FrozenLine line = FrozenLine.NONE;
    private int drawn;

    private record Key(String register, Invalidation.Single target) {}

    FrozenLine line() {
        return line;
    }

    boolean isLast() {
        return drawn == LINES.size();
    }

    boolean isFrozen(Delivery delivery) {
        return line.isFrozen(delivery.document().cell());
    }

    boolean isFrozen(Invalidation.Single target) {
        if (target instanceof Invalidation.Cell its) {
            return line.isFrozen(its.cell());
        }
        return target instanceof Invalidation.FieldCell its
                && line.isFrozen(its.cell().cell());
    }

    void drawNext(PublishedTables tables) {
        assertNothingChanged(tables);
        line = LINES.get(drawn++);
        shown.clear();
        shown.putAll(shownBefore(tables));
    }

    private Map<Key, String> shownBefore(PublishedTables tables) {
        Map<Key, String> rows = new HashMap<>();
        for (PastDocuments.Published row : tables.newest()) {
            if (isFrozen(row.target())) {
                rows.put(
                        new Key(row.register(), row.target()),
                        row.version() + " " + HexFormat.of().formatHex(row.value()));
            }
        }
        return rows;
    }

    private void assertNothingChanged(PublishedTables tables) {
        assertThat(shownBefore(tables)).as("what was frozen before %s", line).isEqualTo(shown);
    }

    void assertExact(DeclaredModel declared, HistoriesTopic topic, PublishedTables found) {
        assertNothingChanged(found);
        Expectation expected = new Expectation(declared, List.of());
        for (int i = 0; i < topic.size(); i++) {
            Delivery delivery = topic.delivery(i);
            if (delivery == null || !isFrozen(delivery)) {
                expected.add(topic.message(i));
            }
        }
        ComparedTables.assertExact(Comparison.of(
                declared,
                "cells",
                expected.sketchedCells(),
                StreamSupport.stream(found.cells().spliterator(), false)
                        .filter(row -> row.key().bucket().getEpochSecond() >= line.seconds())
                        .iterator(),
                MOST_DIFFERENCES));
        ComparedTables.assertExact(Comparison.of(
                declared,
                "field_cells",
                expected.fieldCells(),
                StreamSupport.stream(found.fieldCells().spliterator(), false)
                        .filter(row -> row.key().bucket().getEpochSecond() >= line.seconds())
                        .iterator(),
                MOST_DIFFERENCES));
        if (expected.shifts().findAny().isPresent()) {
            ComparedTables.assertExact(Comparison.of(
                    declared,
                    "shifts",
                    sums(declared, found.cells()).values().stream(),
                    found.shifts().iterator(),
                    MOST_DIFFERENCES));
        }
    }

    /** The cells of a shift, added up. */
    private static SortedMap<ShiftKey, Row<ShiftKey>> sums(DeclaredModel declared, Iterable<Row<CellKey>> cells) {
        Map<Integer, DeclaredMeasure.Kind> kinds = new HashMap<>();
        declared.measures().forEach(measure -> kinds.put(measure.id(), measure.kind()));
        SortedMap<ShiftKey, Row<ShiftKey>> sums = new TreeMap<>();
        for (Row<CellKey> cell : cells) {
            ShiftKey key = new ShiftKey(cell.key().register(), cell.key().shift());
            sums.merge(
                    key,
                    new Row<>(key, cell.documents(), cell.errors(), withoutSketches(cell.values())),
                    (one, other) -> new Row<>(
                            key,
                            one.documents() + other.documents(),
                            one.errors() + other.errors(),
                            sum(kinds, one.values(), other.values())));
        }
        return sums;
    }

    /** Shifts have none. */
    private static MeasureValues withoutSketches(MeasureValues values) {
        SortedMap<Integer, Long> numbers = new TreeMap<>();
        for (int i = 0; i < values.size(); i++) {
            if (!SketchFold.isElement(values.id(i))) {
                numbers.put(values.id(i), values.value(i));
            }
        }
        return MeasureValues.of(numbers);
    }

    private static MeasureValues sum(Map<Integer, DeclaredMeasure.Kind> kinds, MeasureValues one, MeasureValues other) {
        SortedMap<Integer, Long> sum = new TreeMap<>();
        for (int i = 0; i < one.size(); i++) {
            sum.put(one.id(i), one.value(i));
        }
        for (int i = 0; i < other.size(); i++) {
            int id = other.id(i);
            long value = other.value(i);
            Long before = sum.get(id);
            DeclaredMeasure.Kind kind = Objects.requireNonNull(kinds.get(id));
            if (kind == DeclaredMeasure.Kind.FIRST || kind == DeclaredMeasure.Kind.LAST) {
                long time = other.value(i + 1);
                i++;
                if (before == null || isChosen(kind, time, value, Objects.requireNonNull(sum.get(id + 1)), before)) {
                    sum.put(id, value);
                    sum.put(id + 1, time);
                }
            } else if (before == null) {
                sum.put(id, value);
            } else {
                sum.put(
                        id,
                        switch (kind) {
                            case MIN -> Math.min(before, value);
                            case MAX -> Math.max(before, value);
                            default -> Math.addExact(before, value);
                        });
            }
        }
        return MeasureValues.of(sum);
    }

    private static boolean isChosen(DeclaredMeasure.Kind kind, long time, long value, long otherTime, long otherValue) {
        int order = time == otherTime ? Long.compare(value, otherValue) : Long.compare(time, otherTime);
        return kind == DeclaredMeasure.Kind.FIRST ? order < 0 : order > 0;
    }
}
