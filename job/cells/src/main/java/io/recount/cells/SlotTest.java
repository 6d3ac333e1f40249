package io.recount.cells;

import io.recount.cells.model.Enumeration;
import io.recount.cells.model.FieldType;
import io.recount.cells.model.Match;
import java.io.Serializable;
import java.util.List;
import java.util.Set;

/**
 * A field equals one of some values.
 *
 * @param values of a number slot
 * @param texts of a text slot
 */
public record SlotTest(Layout.Slot slot, List<Long> values, Set<String> texts) implements Serializable {

    public static SlotTest of(Match match, Layout layout) {
        Layout.Slot slot = layout.slot(match.field());
        if (slot.store() == Layout.Store.TEXT) {
            return new SlotTest(slot, List.of(), Set.copyOf(match.values()));
        }
        List<Long> values = match.values().stream()
                .map(text -> number(slot.type(), text))
                .distinct()
                .toList();
        return new SlotTest(slot, values, Set.of());
    }

    private static long number(FieldType type, String text) {
        if (type instanceof FieldType.EnumOf enumeration) {
            return enumeration.values().values().stream()
                    .filter(value -> value.value().equals(text))
                    .mapToLong(Enumeration.Value::id)
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("no value " + text + " in the enumeration"));
        }
        return type instanceof FieldType.Bool ? (Boolean.parseBoolean(text) ? 1 : 0) : Long.parseLong(text);
    }

    public boolean holds(FieldValues fields) {
        if (slot.store() == Layout.Store.TEXT) {
            String text = fields.text(slot.index());
            return text != null && texts.contains(text);
        }
        return fields.hasNumber(slot.index()) && values.contains(fields.number(slot.index()));
    }
}
