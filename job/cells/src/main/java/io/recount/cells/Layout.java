package io.recount.cells;

import io.recount.cells.model.Enumeration;
import io.recount.cells.model.Field;
import io.recount.cells.model.FieldType;
import io.recount.cells.model.Measure.Operand;
import io.recount.cells.model.Model;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Gives every value that a document may hold its slot in {@link FieldValues}. Follows the model's order of fields. */
public final class Layout implements Serializable {

    private static final long serialVersionUID = 1L;

    /** Which of the three arrays of {@link FieldValues} a slot is in. */
    public enum Store {
        NUMBER,
        TEXT,
        MAP
    }

    /**
     * One value of a document: a field, or one key of an enumerated map.
     *
     * @param name of the column in {@code documents}
     * @param key the map's key as it stands in the message, or empty
     * @param type the value's type; for a text map the map's
     */
    public record Slot(String name, Field field, String key, FieldType type, Store store, int index)
            implements Serializable {

        /** Whether the document has a value here. */
        public boolean isIn(FieldValues values) {
            return switch (store) {
                case NUMBER -> values.hasNumber(index);
                case TEXT -> values.text(index) != null;
                case MAP -> values.map(index) != null;
            };
        }
    }

    private final List<Slot> slots = new ArrayList<>();
    private final Map<Operand, Slot> byOperand = new HashMap<>();
    private final Map<Store, Integer> counts = new EnumMap<>(Store.class);
    private final int numberSlots;
    private final int textSlots;
    private final int mapSlots;
    private final DocumentShape shape;

    public Layout(Model model) {
        for (Field field : model.fields()) {
            if (field.type() instanceof FieldType.EnumMap map) {
                for (Enumeration.Value key : map.keys().values()) {
                    add(field.name() + "_" + key.name(), field, key.value(), map.values());
                }
            } else {
                add(field.name(), field, "", field.type());
            }
        }
        numberSlots = counts.getOrDefault(Store.NUMBER, 0);
        textSlots = counts.getOrDefault(Store.TEXT, 0);
        mapSlots = counts.getOrDefault(Store.MAP, 0);
        shape = new DocumentShape(model, this);
    }

    private void add(String name, Field field, String key, FieldType type) {
        Store store = storeOf(type);
        Slot slot = new Slot(name, field, key, type, store, counts.merge(store, 1, Integer::sum) - 1);
        slots.add(slot);
        byOperand.put(new Operand(field.name(), key.isEmpty() ? null : key), slot);
    }

    private static Store storeOf(FieldType type) {
        if (type instanceof FieldType.TextMap) {
            return Store.MAP;
        }
        return type instanceof FieldType.Text ? Store.TEXT : Store.NUMBER;
    }

    /** In column order. */
    public List<Slot> slots() {
        return slots;
    }

    /** The slot of a scalar field or a text map. */
    public Slot slot(String field) {
        return slot(new Operand(field, null));
    }

    /** The slot of a measure's operand. */
    public Slot slot(Operand operand) {
        Slot slot = byOperand.get(operand);
        if (slot == null) {
            throw new IllegalArgumentException("no field " + operand + " in the model");
        }
        return slot;
    }

    /** Which of the slots place a document. */
    DocumentShape shape() {
        return shape;
    }

    public FieldValues newValues() {
        return new FieldValues(numberSlots, textSlots, mapSlots);
    }
}
