package io.recount.cells.model;

import io.recount.cells.model.EnumSection.ReadEnumeration;
import io.recount.cells.yaml.Entry;
import io.recount.cells.yaml.Mapping;
import io.recount.cells.yaml.Mapping.Member;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Checks the columns that fields become in {@code documents}: no two of one name, none too long, not too many. */
final class FieldColumns {

    private static final int MOST_COLUMNS = 512;
    private static final int LONGEST_NAME = 63;

    private final Mapping section;
    private final Declared<ReadEnumeration> enumerations;
    private final Map<String, String> fieldOfColumn = new HashMap<>();

    FieldColumns(Mapping section, Declared<ReadEnumeration> enumerations) {
        this.section = section;
        this.enumerations = enumerations;
    }

    void check(List<Field> fields) {
        // Maps last, so that a column made by a map and by a field is the map's problem, wherever it stands.
        fields.stream()
                .filter(field -> !(field.type() instanceof FieldType.EnumMap))
                .forEach(field -> fieldOfColumn.put(field.name(), field.name()));
        Map<String, Member> members =
                section.members().stream().collect(Collectors.toMap(Member::name, member -> member));
        for (Field field : fields) {
            Member member = members.get(field.name());
            if (member != null && field.type() instanceof FieldType.EnumMap map && isSound(map.keys())) {
                field.columns().stream()
                        .filter(column -> column.length() > LONGEST_NAME)
                        .findFirst()
                        .ifPresent(column -> member.key()
                                .wrong(
                                        "column '%s' is longer than %d characters".formatted(column, LONGEST_NAME),
                                        "Shorten the field's name or the name of the enum's value."));
                field.columns().forEach(column -> claim(column, field, member.key()));
            }
        }
        if (fieldOfColumn.size() > MOST_COLUMNS) {
            section.entry()
                    .wrong(
                            "%d columns, more than %d".formatted(fieldOfColumn.size(), MOST_COLUMNS),
                            "Leave out fields that nothing measures or reads; a map takes a column for each key.");
        }
    }

    private void claim(String column, Field field, Entry where) {
        String other = fieldOfColumn.putIfAbsent(column, field.name());
        if (other != null) {
            where.wrong(
                    "column '%s' of this map is also made by field '%s'".formatted(column, other),
                    "Rename one of the two fields.");
        }
    }

    private boolean isSound(Enumeration enumeration) {
        return enumerations.get(enumeration.name()).map(ReadEnumeration::sound).orElse(false);
    }
}
