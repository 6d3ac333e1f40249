package io.recount.cells.model;

import io.recount.cells.model.EnumSection.ReadEnumeration;
import io.recount.cells.yaml.Entry;
import io.recount.cells.yaml.InvalidFileException;
import io.recount.cells.yaml.Mapping;
import io.recount.cells.yaml.Problems;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads all sections, each with what it needs of those before it. */
final class ModelReader {

    private static final String FORMAT = "1";

    private final Problems problems;

    ModelReader(Problems problems) {
        this.problems = problems;
    }

    /** @throws InvalidFileException with all problems */
    Model read(Optional<Mapping> root) {
        root.ifPresent(this::checkFormat);
        // Another format would make a problem of every line.
        problems.throwIfAny();
        Model model = model(root.orElseThrow());
        problems.throwIfAny();
        return model;
    }

    private void checkFormat(Mapping root) {
        root.get("recount")
                .ifPresent(entry -> entry.text()
                        .filter(format -> !format.equals(FORMAT))
                        .ifPresent(format -> entry.wrong(
                                "only format " + FORMAT + " is known",
                                "Write recount: %s, or use the release that knows format %s."
                                        .formatted(FORMAT, Entry.quoted(format)))));
    }

    private Model model(Mapping root) {
        root.only("recount", "name", "description", "enums", "fields", "document", "ignore", "dimensions", "measures");
        root.require("recount", "Start the file with 'recount: 1', the format it is written in.");
        Optional<String> name = root.require("name", "Give the model a name, e.g. 'receipts'.")
                .flatMap(entry -> entry.text().filter(text -> Identifier.check(entry, text)));
        Optional<String> description = root.get("description").flatMap(Entry::text);

        Declared<ReadEnumeration> enumerations = EnumSection.read(root.get("enums"));
        FieldSection fieldSection = FieldSection.read(
                root.require("fields", "Declare what a message holds, e.g. fields: {total: {type: money(2)}}."),
                enumerations);
        Declared<Field> fields = fieldSection.fields();
        DocumentSection documentSection = new DocumentSection(fieldSection);
        Optional<DocumentRules> document = root.require(
                        "document", "Say which fields are key, id, version and time of a document.")
                .flatMap(Entry::mapping)
                .map(documentSection::read);
        List<IgnoreRule> ignoreRules = new IgnoreSection(fields).read(root.get("ignore"));
        Map<String, Entry> entryOfMeasure = new HashMap<>();
        Declared<Measure> measures = MeasureSection.read(
                root.require("measures", "Declare what is measured, e.g. - {name: receipts, id: 1, count: true}."),
                fields,
                enumerations,
                entryOfMeasure);
        List<Dimension> dimensions = new DimensionSection(fields, measures).read(root.get("dimensions"));

        problems.throwIfAny();
        document.ifPresent(rules -> refuseMeasuresNamedLikeTheKey(root, rules, measures));
        problems.throwIfAny();
        return new Model(
                name.orElseThrow(),
                description.orElse(""),
                enumerations.values().stream().map(ReadEnumeration::enumeration).toList(),
                required(fields.values(), documentSection.required()),
                document.orElseThrow(),
                ignoreRules,
                dimensions,
                measures.values().stream()
                        .sorted(Comparator.comparingInt(Measure::id))
                        .toList(),
                Places.of(problems.file(), root, measures.values(), entryOfMeasure));
    }

    /** Key and shift are columns beside the measures. */
    private static void refuseMeasuresNamedLikeTheKey(Mapping root, DocumentRules rules, Declared<Measure> measures) {
        for (Measure measure : measures.values()) {
            if (measure.name().equals(rules.key()) || measure.name().equals(rules.shift())) {
                root.get("measures")
                        .ifPresent(entry -> entry.wrong(
                                "'%s' is the name of a measure and of the key or shift".formatted(measure.name()),
                                "Choose another name for the measure."));
            }
        }
    }

    private static List<Field> required(List<Field> fields, Set<String> byRole) {
        return fields.stream()
                .map(field -> byRole.contains(field.name())
                        ? new Field(field.name(), field.type(), field.path(), true, field.label())
                        : field)
                .toList();
    }
}
