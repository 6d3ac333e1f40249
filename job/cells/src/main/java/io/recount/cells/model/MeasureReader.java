package io.recount.cells.model;

import io.recount.cells.model.EnumSection.ReadEnumeration;
import io.recount.cells.model.Measure.Kind;
import io.recount.cells.model.MeasureDraft.Source;
import io.recount.cells.yaml.Entry;
import io.recount.cells.yaml.Mapping;
import io.recount.cells.yaml.Problems;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** Reads one entry of {@code measures}: a measure, or a template of many. */
record MeasureReader(Declared<Field> fields, Declared<ReadEnumeration> enumerations) {

    private static final String TAKE_ID = "Give it an id from 1 to 65535 that no other has or had.";

    private static final String[] KEYS = Stream.concat(
                    Stream.of("name", "id", "label", "column", "where", "negate", "each"),
                    Stream.of(Kind.values()).map(Kind::notation))
            .toArray(String[]::new);

    /** @param most how many measures the entry may stand for */
    List<MeasureDraft> read(Mapping body, long most) {
        Problems problems = body.entry().problems();
        int before = problems.count();
        body.only(KEYS);
        Optional<Kind> kind = kind(body, problems.count() > before);
        TemplateVariables variables = TemplateVariables.read(body.get("each"), enumerations);
        Source source = new Source(body, variables, kind);
        Optional<MeasureIdRule> ids =
                body.require("id", TAKE_ID).flatMap(entry -> MeasureIdRule.read(entry, variables, source.idsEach()));
        // Sizes first: a product of a few enums fills any memory.
        boolean tooMany = variables.size() > most;
        List<Binding> bindings = tooMany ? List.of(variables.unsettled()) : variables.bindings();
        if (tooMany) {
            source.at("each")
                    .wrong(
                            "the model has more than %d measures".formatted(MeasureSection.MOST),
                            "Expand over fewer or smaller enums.");
        }
        List<MeasureDraft> drafts = new ArrayList<>();
        boolean isWrong = false;
        for (Binding binding : bindings) {
            Optional<String> name = body.get("name").flatMap(binding::names);
            OptionalInt id = ids.map(rule -> rule.of(binding)).orElse(OptionalInt.empty());
            Optional<Measure> measure = Optional.empty();
            if (!isWrong) {
                // What is wrong with one combination is mostly wrong with all: the first tells enough.
                before = problems.count();
                Optional<Measure> read = measure(source, binding, id.orElse(0), name.orElse(""));
                isWrong = problems.count() > before;
                measure = isWrong ? Optional.empty() : read;
            }
            drafts.add(new MeasureDraft(source, name, id, measure));
        }
        return drafts;
    }

    private static Optional<Kind> kind(Mapping body, boolean hasUnknownKey) {
        List<Kind> kinds = List.of(Kind.values()).stream()
                .filter(kind -> body.get(kind.notation()).isPresent())
                .toList();
        if (kinds.size() == 1) {
            return Optional.of(kinds.get(0));
        }
        if (kinds.size() > 1) {
            body.entry()
                    .wrong(
                            "measures both %s and %s"
                                    .formatted(
                                            kinds.get(0).notation(),
                                            kinds.get(1).notation()),
                            "Make an entry of each.");
        } else if (!hasUnknownKey) {
            // Else the unknown key is the kind, misspelt.
            body.entry().wrong("measures nothing", "Add one of %s.".formatted(Measured.notations()));
        }
        return Optional.empty();
    }

    private Optional<Measure> measure(Source source, Binding binding, int id, String name) {
        Mapping body = source.body();
        MatchReader matches = new MatchReader(fields);
        List<Match> where =
                body.get("where").map(entry -> matches.read(entry, binding)).orElse(List.of());
        Optional<Match> negate = body.get("negate").flatMap(entry -> negate(entry, source, matches, binding));
        boolean column =
                body.get("column").flatMap(entry -> column(entry, source)).orElse(false);
        String label = body.get("label")
                .filter(entry -> entry.label().isPresent())
                .flatMap(binding::labels)
                .orElse(name.replace('_', ' '));
        if (source.kind().isEmpty()) {
            return Optional.empty();
        }
        Kind kind = source.kind().get();
        Entry operand = source.at(kind.notation());
        Optional<Measure.Operand> of = countsDocuments(operand, kind)
                ? Optional.empty()
                : new OperandReader(fields).read(operand, kind, binding);
        return Optional.of(new Measure(id, name, label, kind, of.orElse(null), where, negate.orElse(null), column));
    }

    private static boolean countsDocuments(Entry operand, Kind kind) {
        return kind == Kind.COUNT
                && operand.node() instanceof ScalarNode scalar
                && scalar.getValue().equals("true");
    }

    private static Optional<Boolean> column(Entry entry, Source source) {
        Optional<Boolean> flag = entry.flag();
        source.kind()
                .filter(kind -> kind.isSketch() && flag.orElse(false))
                .ifPresent(kind ->
                        entry.wrong("'%s' has columns of its own anyway".formatted(kind.notation()), "Remove column."));
        return flag;
    }

    private static Optional<Match> negate(Entry entry, Source source, MatchReader matches, Binding binding) {
        source.kind()
                .filter(kind -> kind != Kind.SUM)
                .ifPresent(kind -> entry.wrong(
                        "only a sum has a sign to turn, and this is '%s'".formatted(kind.notation()),
                        "Remove negate, or make it a sum."));
        List<Match> read = matches.read(entry, binding);
        if (read.size() > 1) {
            entry.wrong("compares more than one field", "Compare one field with a list of values.");
        }
        return read.stream().findFirst();
    }
}
