package io.recount.cells.decode;

import io.recount.cells.Decoded;
import io.recount.cells.Document;
import io.recount.cells.DocumentShape;
import io.recount.cells.FieldValues;
import io.recount.cells.Layout;
import io.recount.cells.Problem;
import io.recount.cells.Problem.Reason;
import io.recount.cells.model.DocumentRules;
import io.recount.cells.model.Field;
import io.recount.cells.model.FieldType;
import io.recount.cells.model.Model;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Decides what the fields of a message make of it: ignored by a rule; rejected, if place, id or version are not
 * readable; else a document, good, bad or deleted.
 */
final class Placement {

    private static final long MICROS = 1_000_000;
    /** The hours that ClickHouse's DateTime can hold: 1970-01-01 to 2106-02-07T06:00 UTC, exclusive. */
    private static final long END_OF_TIME_MICROS = 4_294_965_600L * MICROS;

    private final List<IgnoreTest> ignoreTests;
    private final DocumentShape shape;
    private final Layout.Slot time;
    private final Layout.@Nullable Slot deleted;
    private final List<Layout.Slot> placing;
    private final Set<String> placingFields;
    private final List<Layout.Slot> required;

    Placement(Model model, Layout layout) {
        DocumentRules rules = model.document();
        ignoreTests = model.ignoreRules().stream()
                .map(rule -> IgnoreTest.of(rule, layout))
                .toList();
        shape = new DocumentShape(model, layout);
        time = shape.time();
        deleted = rules.deleted() == null ? null : layout.slot(rules.deleted());
        placing = shape.placing();
        placingFields = placing.stream().map(Layout.Slot::name).collect(Collectors.toSet());
        required = model.fields().stream()
                .filter(Field::required)
                .filter(field -> !(field.type() instanceof FieldType.EnumMap))
                .map(field -> layout.slot(field.name()))
                .toList();
    }

    Decoded place(FieldValues values, Map<String, Problem> problems, long hash) {
        for (IgnoreTest test : ignoreTests) {
            if (test.holds(values, problems)) {
                return new Decoded.Ignored(test.name());
            }
        }
        Problem unplaced = unplaced(values, problems);
        if (unplaced != null) {
            return new Decoded.Rejected(unplaced);
        }
        boolean removes =
                deleted != null && !problems.containsKey(deleted.name()) && values.number(deleted.index()) == 1;
        Problem bad = removes ? null : firstBad(values, problems);
        Document.State state =
                removes ? Document.State.DELETED : bad == null ? Document.State.GOOD : Document.State.BAD;
        return shape.document(values, hash, state, bad);
    }

    private @Nullable Problem unplaced(FieldValues values, Map<String, Problem> problems) {
        for (Layout.Slot slot : placing) {
            Problem problem = problems.get(slot.name());
            if (problem != null) {
                return problem;
            }
            if (!slot.isIn(values)) {
                return new Problem(Reason.MISSING, slot.name() + " is missing");
            }
            if (slot.store() == Layout.Store.TEXT && text(values, slot).isBlank()) {
                return new Problem(Reason.BLANK, slot.name() + " is blank");
            }
        }
        long micros = values.number(time.index());
        if (micros < 0 || micros >= END_OF_TIME_MICROS) {
            return new Problem(Reason.OUT_OF_RANGE, time.name() + " is outside 1970-01-01 to 2106-02-07 UTC");
        }
        return null;
    }

    private @Nullable Problem firstBad(FieldValues values, Map<String, Problem> problems) {
        Problem unreadable = problems.isEmpty() ? null : firstUnreadable(problems);
        if (unreadable != null) {
            return unreadable;
        }
        for (Layout.Slot slot : required) {
            if (!slot.isIn(values)) {
                return new Problem(Reason.MISSING, slot.name() + " is missing");
            }
        }
        return null;
    }

    private @Nullable Problem firstUnreadable(Map<String, Problem> problems) {
        // In the order of names, so that the reason does not depend on the order within the message.
        return problems.entrySet().stream()
                .filter(entry -> !placingFields.contains(entry.getKey()))
                .min(Map.Entry.comparingByKey())
                .map(Map.Entry::getValue)
                .orElse(null);
    }

    private static String text(FieldValues values, Layout.Slot slot) {
        String text = values.text(slot.index());
        return text == null ? "" : text;
    }
}
