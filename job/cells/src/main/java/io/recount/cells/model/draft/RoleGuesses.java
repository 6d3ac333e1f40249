package io.recount.cells.model.draft;

import io.recount.cells.model.Identifier;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/**
 * Guesses which fields are in which roles: by name, by type, by how many messages have them, and ids by how few documents
 * of a key share one.
 */
final class RoleGuesses {

    /** In tenths: a sample holds messages that are no documents. */
    private static final int MOST = 8;

    private static final int UNIQUE_WEIGHT = 1_000;
    /** A number or text that is told by nothing but being different everywhere must be so nearly everywhere. */
    private static final int UNIQUE_ALONE = 950;

    private final Sample sample;
    private final List<DraftField> fields;
    private final Map<Role, DraftField> guesses = new EnumMap<>(Role.class);

    RoleGuesses(Sample sample, List<DraftField> fields) {
        this.sample = sample;
        this.fields = fields;
        take(Role.KEY, field -> isTextual(field) && isInMost(field), Role.KEY::score);
        take(Role.VERSION, field -> isInMost(field) && isVersion(field), Role.VERSION::score);
        take(Role.TIME, field -> isInMost(field) && field.guess().isInstant(), this::timeScore);
        take(
                Role.ID,
                field -> isInMost(field) && (isTextual(field) || field.guess().is("uint")),
                this::idScore);
        take(
                Role.SHIFT,
                field -> isInMost(field)
                        && field.guess().is("uint")
                        && Words.of(field.pathName()).size() <= 2,
                Role.SHIFT::score);
        take(Role.DELETED, field -> field.guess().is("bool"), Role.DELETED::score);
    }

    Optional<DraftField> field(Role role) {
        return Optional.ofNullable(guesses.get(role));
    }

    Optional<Role> roleOf(DraftField field) {
        return guesses.entrySet().stream()
                .filter(guess -> guess.getValue().path().equals(field.path()))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private void take(Role role, Predicate<DraftField> fits, ToIntFunction<DraftField> score) {
        fields.stream()
                .filter(field -> field.isScalar() && roleOf(field).isEmpty() && fits.test(field))
                .filter(field -> score.applyAsInt(field) > 0)
                .max(Comparator.comparingInt(score))
                .ifPresent(field -> guesses.put(role, inRole(role, field)));
    }

    /** A key or id is text even if it could be an enum, and key and shift are columns: not ones that are there anyway. */
    private static DraftField inRole(Role role, DraftField field) {
        DraftField typed = field.isEnum() ? field.withGuess(field.guess().asText()) : field;
        boolean column = role == Role.KEY || role == Role.SHIFT;
        return column && Identifier.isReportColumn(field.name())
                ? typed.withName(field.name() + "_" + role.notation())
                : typed;
    }

    private boolean isInMost(DraftField field) {
        return field.guess().fitting() * 10 >= sample.messages().size() * MOST;
    }

    private static boolean isTextual(DraftField field) {
        return field.guess().is("text", "enum");
    }

    private static boolean isVersion(DraftField field) {
        return field.guess().isInstant() || field.guess().is("uint");
    }

    /** Any time will do, if there is no better one; one that sounds like a version least. */
    private int timeScore(DraftField field) {
        return 1 + (Role.VERSION.score(field) > 0 ? 0 : 1 + Role.TIME.score(field));
    }

    private int idScore(DraftField field) {
        int unique = uniqueWithinKey(field);
        int named = Role.ID.score(field);
        return unique * 2 < UNIQUE_WEIGHT || (named == 0 && unique < UNIQUE_ALONE) ? 0 : unique + named;
    }

    /** How many different pairs of key and value there are, in thousandths of the messages that have both. */
    private int uniqueWithinKey(DraftField field) {
        Optional<DraftField> key = field(Role.KEY);
        Set<List<String>> pairs = new HashSet<>();
        int messages = 0;
        for (SampleMessage message : sample.messages()) {
            Optional<Sighting> value = message.at(field.path());
            if (value.isPresent()) {
                messages++;
                String ofKey = key.flatMap(it -> message.at(it.path()))
                        .map(Sighting::text)
                        .orElse("");
                pairs.add(List.of(ofKey, Objects.requireNonNull(value.get().text())));
            }
        }
        return messages == 0 ? 0 : pairs.size() * UNIQUE_WEIGHT / messages;
    }
}
