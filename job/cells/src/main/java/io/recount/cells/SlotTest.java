package io.recount.cells;

import io.recount.cells.model.Enumeration;
import io.recount.cells.model.FieldType;
import io.recount.cells.model.Match;
import java.io.Serializable;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.LongStream;

/** A field equals one of some values: numbers of a number slot, texts of a text slot. */
public final class SlotTest implements Serializable {

    private static final long serialVersionUID = 1L;

    private final Layout.Slot slot;
    private final long[] values;
    private final Set<String> texts;

    private SlotTest(Layout.Slot slot, long[] values, Set<String> texts) {
        this.slot = slot;
        this.values = values;
        this.texts = texts;
    }

    public static SlotTest of(Match match, Layout layout) {
        Layout.Slot slot = layout.slot(match.field());
        if (slot.store() == Layout.Store.TEXT) {
            return new SlotTest(slot, new long[0], new HashSet<>(match.values()));
        }
        long[] values = match.values().stream()
                .mapToLong(text -> number(slot.type(), text))
                .distinct()
                .toArray();
        return new SlotTest(slot, values, Set.of());
    }

    public Layout.Slot slot() {
        return slot;
    }

    /** Each once. */
    LongStream values() {
        return Arrays.stream(values);
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
        if (fields.hasNumber(slot.index())) {
            long number = fields.number(slot.index());
            for (long value : values) {
                if (value == number) {
                    return true;
                }
            }
        }
        return false;
    }
}
