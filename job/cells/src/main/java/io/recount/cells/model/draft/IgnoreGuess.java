package io.recount.cells.model.draft;

import io.recount.cells.model.Identifier;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Messages that are no documents: a field that says what a message is has one value in all messages without a time, and
 * in no other.
 *
 * @param field that has the value
 * @param messages how many there are
 */
record IgnoreGuess(DraftField field, String value, DraftField time, int messages) {

    private static final int LONGEST_NAME = 40;

    static Optional<IgnoreGuess> of(Sample sample, List<DraftField> fields, RoleGuesses roles) {
        Optional<DraftField> time = roles.field(Role.TIME);
        if (time.isEmpty()) {
            return Optional.empty();
        }
        List<SampleMessage> timeless = sample.messages().stream()
                .filter(message -> message.at(time.get().path()).isEmpty())
                .toList();
        if (timeless.isEmpty()) {
            return Optional.empty();
        }
        return fields.stream()
                .filter(field -> field.isScalar() && field.guess().is("enum", "text"))
                .filter(field -> roles.roleOf(field).isEmpty())
                .flatMap(field -> onlyValue(field, timeless)
                        .filter(value -> !occursWithTime(sample, field, value, time.get()))
                        .map(value -> new IgnoreGuess(field, value, time.get(), timeless.size()))
                        .stream())
                .findFirst();
    }

    String name() {
        return Identifier.of(value, LONGEST_NAME);
    }

    private static Optional<String> onlyValue(DraftField field, List<SampleMessage> messages) {
        Set<Optional<String>> values = new HashSet<>();
        messages.forEach(message -> values.add(text(field, message)));
        return values.size() == 1 ? values.iterator().next() : Optional.empty();
    }

    private static boolean occursWithTime(Sample sample, DraftField field, String value, DraftField time) {
        return sample.messages().stream()
                .filter(message -> message.at(time.path()).isPresent())
                .anyMatch(message -> text(field, message).equals(Optional.of(value)));
    }

    private static Optional<String> text(DraftField field, SampleMessage message) {
        return message.at(field.path()).filter(Sighting::isText).map(Sighting::text);
    }
}
