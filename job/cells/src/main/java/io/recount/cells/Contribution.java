package io.recount.cells;

import io.recount.cells.model.FieldType;
import io.recount.cells.model.Measure;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One measure, compiled to slots: whether a document takes part in it, and with what value. */
final class Contribution implements Serializable {

    private static final long serialVersionUID = 1L;
    private static final int NONE = -1;

    private final int id;
    private final Piece piece;
    private final boolean counts;
    private final Layout.@Nullable Slot operand;
    private final List<SlotTest> tests;
    private final @Nullable SlotTest negate;

    /** The operand's number slot, if it is in one. */
    private final int number;

    /** Of a sketch: what is added up is the checksum of the value. */
    private final @Nullable SketchedField sketched;

    private Contribution(
            int id,
            Piece piece,
            boolean counts,
            Layout.@Nullable Slot operand,
            List<SlotTest> tests,
            @Nullable SlotTest negate,
            @Nullable SketchedField sketched) {
        this.id = id;
        this.piece = piece;
        this.counts = counts;
        this.operand = operand;
        this.tests = tests;
        this.negate = negate;
        this.sketched = sketched;
        this.number = operand != null && operand.store() == Layout.Store.NUMBER ? operand.index() : NONE;
    }

    static Contribution of(Measure measure, Layout layout) {
        return new Contribution(
                measure.id(),
                pieceOf(measure.kind()),
                measure.kind() == Measure.Kind.COUNT,
                measure.of() == null ? null : layout.slot(measure.of()),
                measure.where().stream()
                        .map(match -> SlotTest.of(match, layout))
                        .toList(),
                measure.negate() == null ? null : SlotTest.of(measure.negate(), layout),
                measure.kind().isSketch() ? SketchedField.of(measure, layout) : null);
    }

    private static Piece pieceOf(Measure.Kind kind) {
        return switch (kind) {
            case COUNT, SUM, UNIQ, UNIQ_EXACT, QUANTILE -> Piece.SUM;
            case MIN -> Piece.LEAST;
            case MAX -> Piece.GREATEST;
            case FIRST -> Piece.EARLIEST;
            case LAST -> Piece.LATEST;
        };
    }

    int id() {
        return id;
    }

    Piece piece() {
        return piece;
    }

    /** The same for documents of which a test is known to hold. */
    Contribution without(SlotTest known) {
        List<SlotTest> others =
                tests.stream().filter(test -> !test.equals(known)).toList();
        return new Contribution(id, piece, counts, operand, others, negate, sketched);
    }

    boolean applies(FieldValues values) {
        if (number != NONE) {
            if (!values.hasNumber(number)) {
                return false;
            }
        } else if (operand != null && !operand.isIn(values)) {
            return false;
        }
        for (int i = 0; i < tests.size(); i++) {
            if (!tests.get(i).holds(values)) {
                return false;
            }
        }
        return true;
    }

    void addTo(Aggregate aggregate, Document document) {
        long value = value(document.values());
        aggregate.combine(id, piece, high(document, value), value);
    }

    boolean retractFrom(Aggregate aggregate, Document document) {
        long value = value(document.values());
        return aggregate.retract(id, piece, high(document, value), value);
    }

    /** Fields are at most 2^63 - 1 in size, so the negation fits (the decoder refuses -2^63). */
    private long value(FieldValues values) {
        if (counts || operand == null) {
            return 1;
        }
        if (sketched != null) {
            return sketched.checksum(values);
        }
        long value = values.number(operand.index());
        return negate != null && negate.holds(values) ? -value : value;
    }

    private long high(Document document, long value) {
        return switch (piece) {
            case SUM -> value >> 63;
            case LEAST, GREATEST -> 0;
            case EARLIEST, LATEST -> document.timeMicros();
        };
    }

    List<SlotTest> enumTests() {
        return tests.stream()
                .filter(test -> test.slot().type() instanceof FieldType.EnumOf)
                .toList();
    }

    Optional<SlotTest> enumTestOf(int numberSlot) {
        return enumTests().stream()
                .filter(test -> test.slot().index() == numberSlot)
                .findFirst();
    }
}
