package io.recount.cells.model.draft;

import io.recount.cells.model.Identifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A model file guessed from a sample. Every guess says so; where a role has no candidate the file says what to fill in,
 * and is no valid model before that is done.
 */
public final class ModelDraft {

    private static final int USUAL_MAX_BYTES = 256;

    private final String sampleName;
    private final Sample sample;
    private final List<String> leftOut;
    private final RoleGuesses roles;
    private final Optional<IgnoreGuess> ignore;
    private final List<DraftField> fields = new ArrayList<>();

    private ModelDraft(Sample sample, String sampleName) {
        FieldGuesses guesses = new FieldGuesses(sample);
        this.sample = sample;
        this.sampleName = sampleName;
        this.leftOut = guesses.leftOut();
        this.roles = new RoleGuesses(sample, guesses.fields());
        this.ignore = IgnoreGuess.of(sample, guesses.fields(), roles);
        guesses.fields().forEach(field -> fields.add(settled(field)));
    }

    /** Guesses; {@code sampleName} is the name of the file, whose beginning names the model. */
    public static ModelDraft of(Sample sample, String sampleName) {
        return new ModelDraft(sample, sampleName);
    }

    /** What a person has to fill in before this is a model, a sentence each; empty if nothing. */
    public List<String> missing() {
        List<String> missing = new ArrayList<>();
        if (fields.isEmpty()) {
            missing.add("fields: the sample has none. Declare what a message holds.");
        }
        for (Role role : Role.values()) {
            if (role.isNeeded() && roles.field(role).isEmpty()) {
                missing.add("document.%s: no field of the sample looks like it. Fill in %s."
                        .formatted(role.notation(), role.needs()));
            }
        }
        return missing;
    }

    /** The model file. */
    public String yaml() {
        DraftText text = new DraftText();
        text.line(
                "# Drafted from a sample, of which %d of %d lines are JSON objects. What is guessed says so: read it all, then"
                        .formatted(sample.messages().size(), sample.lines()));
        text.line("# see what `recount model check` says to it. job/MODEL.md is the reference.");
        text.line("recount: 1");
        text.line("name: " + Identifier.of(sampleName.replaceAll("\\..*", ""), 40));
        text.line("description: Drafted from a sample");
        writeEnums(text);
        writeFields(text);
        writeDocument(text);
        ignore.ifPresent(guess -> writeIgnore(text, guess));
        List<DraftField> content =
                fields.stream().filter(field -> roles.roleOf(field).isEmpty()).toList();
        MeasureDrafts measures = new MeasureDrafts(text, content);
        text.blank();
        measures.write();
        measures.writeDimension();
        return text.toString();
    }

    /** What tells messages apart is text and no enum: an unknown value must not make documents bad. */
    private DraftField settled(DraftField field) {
        boolean tells = ignore.filter(guess -> guess.field().equals(field)).isPresent();
        return roles.roleOf(field)
                .flatMap(roles::field)
                .orElse(tells && field.isEnum() ? field.withGuess(field.guess().asText()) : field);
    }

    private void writeEnums(DraftText text) {
        List<DraftField> closed = fields.stream()
                .filter(field -> field.isEnum() || field.keys() != null)
                .toList();
        if (!closed.isEmpty()) {
            text.blank();
            text.line("# Ids are what state and tables hold: never change or reuse one.");
            text.line("enums:");
            closed.forEach(field -> new EnumDraft(field).write(text));
        }
    }

    private void writeFields(DraftText text) {
        text.blank();
        leftOut.forEach(what -> text.line("# Left out: " + what + "."));
        text.line("fields:");
        for (DraftField field : fields) {
            text.guessed("  " + field.name() + ": {" + declaration(field) + "}", because(field));
        }
    }

    private static String declaration(DraftField field) {
        StringBuilder declaration = new StringBuilder("type: ");
        String notation = field.notation();
        declaration.append(notation.contains(",") ? "\"" + notation + "\"" : notation);
        boolean dotted = field.path().stream().anyMatch(key -> key.contains("."));
        if (dotted) {
            declaration.append(", path: ").append(YamlScalar.list(field.path()));
        } else if (!field.path().equals(List.of(field.name()))) {
            String path = String.join(".", field.path());
            declaration.append(", path: ").append(path.matches("[A-Za-z_][A-Za-z0-9_.]*") ? path : YamlScalar.of(path));
        }
        boolean longer =
                field.longestBytes() * 2 > USUAL_MAX_BYTES && field.guess().is("text", "map(text)");
        if (longer) {
            int roomy = Integer.highestOneBit(field.longestBytes()) * 4;
            declaration.append(", max: ").append(Math.min(roomy, 1 << 20));
        }
        return declaration.toString();
    }

    private String because(DraftField field) {
        TypeGuess guess = field.guess();
        String fitting = guess.fitting() == guess.seen()
                ? "all values"
                : "%d of %d values".formatted(guess.fitting(), guess.seen());
        String zone = guess.is("instant(local, UTC)") ? "; it has no offset: name the zone of these clocks" : "";
        return "%s, in %d of %d messages%s"
                .formatted(fitting, field.messages(), sample.messages().size(), zone);
    }

    private void writeDocument(DraftText text) {
        text.blank();
        text.line("document:");
        writeRole(text, Role.KEY);
        roles.field(Role.ID)
                .ifPresentOrElse(
                        field -> text.guessed(
                                field.guess().is("uint")
                                        ? "  id: {number: %s, ids: sequential}".formatted(field.name())
                                        : "  id: {text: %s, ids: random}".formatted(field.name()),
                                "by its name and by how few messages share one. If it may restart, say where: scope: FIELD"),
                        () -> text.line("  # id: {number: FIELD, ids: sequential} # fill in: " + Role.ID.needs()));
        writeRole(text, Role.VERSION);
        writeRole(text, Role.TIME);
        writeRole(text, Role.SHIFT);
        text.line("  bucket: 1h # or 15m, in UTC");
        writeRole(text, Role.DELETED);
    }

    private void writeRole(DraftText text, Role role) {
        Optional<DraftField> field = roles.field(role);
        if (field.isPresent()) {
            text.guessed("  %s: %s".formatted(role.notation(), field.get().name()), "by its name and type");
        } else if (role.isNeeded()) {
            text.fillIn(role.notation(), role.needs());
        } else {
            text.line("  # %s: FIELD # if there is one: %s".formatted(role.notation(), role.needs()));
        }
    }

    private static void writeIgnore(DraftText text, IgnoreGuess guess) {
        text.blank();
        text.line("# Messages that are no documents.");
        text.line("ignore:");
        text.guessed(
                "  %s: {when: {%s: %s}, absent: [%s]}"
                        .formatted(
                                guess.name(),
                                guess.field().name(),
                                YamlScalar.of(guess.value()),
                                guess.time().name()),
                "messages without a time, and no others; %d of them".formatted(guess.messages()));
    }
}
