package io.recount.cells.model.draft;

import io.recount.cells.model.Identifier;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;

/** Writes the enum of a field's values or keys: ids in the order of the values, names where they need one. */
record EnumDraft(DraftField field) {

    /** A column or measure is called {@code FIELD_VALUE_count} and has at most 63 characters. */
    private static final int ROOM = 56;

    void write(DraftText text) {
        SortedMap<String, Integer> values =
                Objects.requireNonNullElse(field.keys(), field.guess().values());
        text.guessed(
                "  " + field.enumName() + ":",
                "%d %s; any other makes a document bad"
                        .formatted(values.size(), field.keys() == null ? "values" : "keys"));
        int longest = ROOM - field.name().length();
        Set<String> names = new HashSet<>();
        int id = 1;
        for (Map.Entry<String, Integer> value : values.entrySet()) {
            String usual = value.getKey().toLowerCase(Locale.ROOT);
            String name = unique(value.getKey(), usual, longest, names);
            String named = name.equals(usual) ? "" : ", name: " + name;
            text.line("    %s: {id: %d%s} # seen: %d"
                    .formatted(YamlScalar.of(value.getKey()), id++, named, value.getValue()));
        }
    }

    private static String unique(String value, String usual, int longest, Set<String> names) {
        boolean plain = Identifier.isName(usual) && usual.length() <= longest;
        String wanted = plain ? usual : Identifier.of(value.matches("[0-9].*") ? "v" + value : value, longest - 3);
        String free = wanted;
        for (int i = 2; !names.add(free); i++) {
            free = wanted + "_" + i;
        }
        return free;
    }
}
