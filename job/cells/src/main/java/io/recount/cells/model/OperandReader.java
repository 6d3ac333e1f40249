package io.recount.cells.model;

import io.recount.cells.yaml.DidYouMean;
import io.recount.cells.yaml.Entry;
import java.util.Optional;

/** Reads what a measure measures: {@code total} or {@code payments.cash}. */
record OperandReader(Declared<Field> fields) {

    Optional<Measure.Operand> read(Entry entry, Measure.Kind kind, Binding binding) {
        return binding.texts(entry).flatMap(text -> operand(entry, kind, text));
    }

    private Optional<Measure.Operand> operand(Entry entry, Measure.Kind kind, String text) {
        // Field names have no dot, keys of a map may.
        int dot = text.indexOf('.');
        String name = dot < 0 ? text : text.substring(0, dot);
        Optional<String> key = dot < 0 ? Optional.empty() : Optional.of(text.substring(dot + 1));
        Optional<Field> field = fields.resolve(entry, name);
        if (field.isEmpty()) {
            return Optional.empty();
        }
        Optional<FieldType> measured = measured(entry, field.get(), key);
        if (measured.isPresent() && !Measured.fits(kind, measured.get())) {
            entry.wrong(
                    "'%s' is '%s', which has no %s"
                            .formatted(text, measured.get().notation(), kind.notation()),
                    "Use %s with %s.".formatted(kind.notation(), Measured.needs(kind)));
            return Optional.empty();
        }
        return measured.map(type -> new Measure.Operand(name, key.orElse(null)));
    }

    private static Optional<FieldType> measured(Entry entry, Field field, Optional<String> key) {
        if (!(field.type() instanceof FieldType.EnumMap map)) {
            if (key.isPresent()) {
                entry.wrong(
                        "'%s' is '%s' and has no keys"
                                .formatted(field.name(), field.type().notation()),
                        "Write '%s'.".formatted(field.name()));
                return Optional.empty();
            }
            return Optional.of(field.type());
        }
        if (key.isEmpty()) {
            entry.wrong(
                    "'%s' is a map: say which of its keys".formatted(field.name()),
                    map.keys().texts().stream()
                            .findFirst()
                            .map(first -> "Write e.g. '%s.%s'.".formatted(field.name(), first))
                            .orElse("Write the key after a dot."));
            return Optional.empty();
        }
        if (!map.keys().texts().contains(key.get())) {
            entry.wrong(
                    "'%s' has no key %s".formatted(field.name(), Entry.quoted(key.get())),
                    DidYouMean.mend(key.get(), map.keys().texts(), "Add it to the enum."));
            return Optional.empty();
        }
        return Optional.of(map.values());
    }
}
