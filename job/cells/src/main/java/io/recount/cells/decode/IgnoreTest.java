package io.recount.cells.decode;

import io.recount.cells.FieldValues;
import io.recount.cells.Layout;
import io.recount.cells.Problem;
import io.recount.cells.SlotTest;
import io.recount.cells.model.IgnoreRule;
import java.util.List;
import java.util.Map;

/** An ignore rule, compiled to slots. */
record IgnoreTest(String name, List<SlotTest> when, List<Layout.Slot> absent) {

    static IgnoreTest of(IgnoreRule rule, Layout layout) {
        return new IgnoreTest(
                rule.name(),
                rule.when().stream().map(match -> SlotTest.of(match, layout)).toList(),
                rule.absent().stream().map(layout::slot).toList());
    }

    /** A field that is there but unreadable is neither equal nor absent. */
    boolean holds(FieldValues values, Map<String, Problem> problems) {
        for (SlotTest test : when) {
            if (!test.holds(values) || problems.containsKey(test.slot().field().name())) {
                return false;
            }
        }
        for (Layout.Slot slot : absent) {
            if (slot.isIn(values) || problems.containsKey(slot.field().name())) {
                return false;
            }
        }
        return true;
    }
}
