package io.recount.cells.model;

import io.recount.cells.yaml.DidYouMean;
import io.recount.cells.yaml.Entry;
import io.recount.cells.yaml.Mapping;
import io.recount.cells.yaml.Mapping.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Reads comparisons of fields with values: {@code {type: [SALE, SALE_REFUND], channel: online}}. */
record MatchReader(Declared<Field> fields) {

    /** Those that could be read. */
    List<Match> read(Entry entry, Binding binding) {
        List<Match> matches = new ArrayList<>();
        for (Member member : entry.mapping().map(Mapping::members).orElse(List.of())) {
            match(member, binding).ifPresent(matches::add);
        }
        return matches;
    }

    private Optional<Match> match(Member member, Binding binding) {
        Optional<Field> field = fields.resolve(member.key(), member.name());
        List<Entry> entries = member.value().oneOrMore().orElse(List.of());
        List<String> values = new ArrayList<>();
        for (Entry entry : entries) {
            binding.texts(entry)
                    .filter(value -> field.isEmpty() || check(entry, field.get(), value, member))
                    .ifPresent(values::add);
        }
        return field.isPresent() && !values.isEmpty()
                ? Optional.of(
                        new Match(field.get().name(), values.stream().distinct().toList()))
                : Optional.empty();
    }

    private static boolean check(Entry entry, Field field, String value, Member member) {
        FieldType type = field.type();
        if (type instanceof FieldType.Text) {
            return true;
        }
        if (type instanceof FieldType.EnumOf of) {
            return check(
                    entry,
                    value,
                    of.values().texts()::contains,
                    "no value of enum '%s'".formatted(of.values().name()),
                    DidYouMean.mend(value, of.values().texts(), "Add it to the enum."));
        }
        if (type instanceof FieldType.Bool) {
            return check(
                    entry, value, List.of("true", "false")::contains, "neither true nor false", "Write true or false.");
        }
        if (type instanceof FieldType.Uint || type instanceof FieldType.Int) {
            return check(
                    entry,
                    value,
                    text -> isNumber(text, type instanceof FieldType.Int),
                    "no '%s'".formatted(type.notation()),
                    "Write it in digits, without leading zeros.");
        }
        member.key()
                .wrong(
                        "'%s' is '%s' and can't be compared with values".formatted(field.name(), type.notation()),
                        "Compare fields of type text, enum, uint, int or bool.");
        return false;
    }

    private static boolean check(Entry entry, String value, Predicate<String> accepts, String what, String mend) {
        if (accepts.test(value)) {
            return true;
        }
        entry.wrong("%s is %s".formatted(Entry.quoted(value), what), mend);
        return false;
    }

    private static boolean isNumber(String text, boolean signed) {
        if (!text.matches("0|[1-9][0-9]{0,18}|-[1-9][0-9]{0,18}") || (text.startsWith("-") && !signed)) {
            return false;
        }
        try {
            return Long.toString(Long.parseLong(text)).equals(text);
        } catch (NumberFormatException e) {
            // 19 digits may exceed 64 bits.
            return false;
        }
    }
}
