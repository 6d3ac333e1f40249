package io.recount.fuzz;

import io.recount.cells.Document;
import io.recount.cells.FieldValues;
import io.recount.cells.Layout;
import io.recount.cells.model.DocumentRules;
import io.recount.cells.model.Enumeration;
import io.recount.cells.model.FieldType;
import io.recount.cells.model.Model;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** A decoded document's fields in the form in which the reference has them. */
final class DecodedFields {

    private final DocumentRules rules;
    private final Layout layout;

    DecodedFields(Model model, Layout layout) {
        this.rules = model.document();
        this.layout = layout;
    }

    /** Place, id and version, from where the job takes them. */
    Map<String, Object> place(Document document) {
        Map<String, Object> place = new HashMap<>();
        place.put(rules.key(), document.key());
        if (rules.scope() != null) {
            place.put(rules.scope(), document.id().scope());
        }
        boolean textId = layout.slot(rules.id()).store() == Layout.Store.TEXT;
        if (textId) {
            place.put(rules.id(), document.id().text());
        } else {
            place.put(rules.id(), document.id().number());
        }
        place.put(rules.version(), document.stamp().version());
        place.put(rules.time(), document.timeMicros());
        if (rules.shift() != null) {
            place.put(rules.shift(), document.cell().shift());
        }
        return place;
    }

    /** All fields; those of the place from where the job takes them. */
    Map<String, Object> all(Document document) {
        Map<String, Object> fields = new HashMap<>();
        Map<String, Map<String, Object>> maps = new HashMap<>();
        for (Layout.Slot slot : layout.slots()) {
            if (slot.isIn(document.values())) {
                Object value = value(slot, document.values());
                if (slot.field().type() instanceof FieldType.EnumMap) {
                    maps.computeIfAbsent(slot.field().name(), name -> new HashMap<>())
                            .put(slot.key(), value);
                } else {
                    fields.put(slot.name(), value);
                }
            }
        }
        fields.putAll(maps);
        fields.putAll(place(document));
        return fields;
    }

    private static Object value(Layout.Slot slot, FieldValues values) {
        return switch (slot.store()) {
            case TEXT -> String.valueOf(values.text(slot.index()));
            case MAP -> Map.copyOf(Objects.requireNonNull(values.map(slot.index())));
            case NUMBER -> number(slot.type(), values.number(slot.index()));
        };
    }

    private static Object number(FieldType type, long number) {
        if (type instanceof FieldType.EnumOf enumeration) {
            return enumeration.values().values().stream()
                    .filter(value -> value.id() == number)
                    .map(Enumeration.Value::value)
                    .findFirst()
                    .orElse("no value with id " + number);
        }
        return type instanceof FieldType.Bool ? (Object) (number == 1) : (Object) number;
    }

    /** The reference's values without empty maps: to a document they are none. */
    Map<String, Object> comparable(Map<String, Object> reference) {
        Map<String, Object> values = new HashMap<>(reference);
        for (Layout.Slot slot : layout.slots()) {
            String name = slot.field().name();
            if (values.get(name) instanceof Map<?, ?> map && map.isEmpty()) {
                values.remove(name);
            }
        }
        return values;
    }
}
