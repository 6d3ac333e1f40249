package io.recount.cells.model;

import io.recount.cells.yaml.FileProblem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What is different between a model and those that were in use before, and whether numbers of both can stand in one table.
 * Names, ids and meanings that were in use once are taken for ever; measures may come and go, and fields may come.
 *
 * @param refusals what must not be, each with the mend; empty if the model may follow
 * @param gained ids of measures that the model before it has not
 * @param lost ids of measures that only the model before it has
 * @param entries of {@link Meaning} that no model before it has: fields, values of enumerations, columns
 */
public record ModelChange(
        List<FileProblem> refusals,
        NavigableSet<Integer> gained,
        NavigableSet<Integer> lost,
        NavigableSet<String> entries) {

    /** Whether cells that are published are the same by this model. */
    public boolean isNone() {
        return gained.isEmpty() && lost.isEmpty() && entries.isEmpty();
    }

    /**
     * Compares.
     *
     * @param earlier models that were in use, oldest first; at least one
     */
    public static ModelChange between(List<Meaning> earlier, Model model) {
        return new Comparison(earlier, model).change();
    }

    /** How many of the models in use did not yet have all that a measure needs; all of them if none has. */
    public static int withoutNeedsOf(Measure measure, Model model, List<Meaning> earlier) {
        return Meaning.needs(measure, model).stream()
                .mapToInt(need -> {
                    int models = 0;
                    while (models < earlier.size()
                            && !earlier.get(models).entries().containsKey(need)) {
                        models++;
                    }
                    return models;
                })
                .max()
                .orElse(0);
    }

    /** Of one model with all before it. */
    private static final class Comparison {

        private final Model model;
        private final Map<String, String> now;
        private final Map<String, String> last;
        private final Map<String, String> ever = new TreeMap<>();
        private final List<FileProblem> refusals = new ArrayList<>();

        Comparison(List<Meaning> earlier, Model model) {
            this.model = model;
            this.now = Meaning.of(model).entries();
            this.last = earlier.get(earlier.size() - 1).entries();
            earlier.forEach(each -> ever.putAll(each.entries()));
        }

        ModelChange change() {
            ever.forEach((entry, was) -> {
                String is = now.get(entry);
                if (entry.startsWith(Meaning.DOCUMENT)) {
                    document(entry, was, is);
                } else if (entry.startsWith(Meaning.FIELD)) {
                    field(entry, was, is);
                } else if (entry.startsWith(Meaning.VALUE)) {
                    value(entry, was, is);
                } else if (entry.startsWith(Meaning.MEASURE)) {
                    measure(entry, was, is);
                } else if (entry.startsWith(Meaning.NAME)) {
                    name(entry, was, is);
                }
            });
            namesOfMeasures();
            dimensions();
            refusals.sort(Comparator.comparingInt(FileProblem::line).thenComparing(FileProblem::what));
            NavigableSet<String> entries = new TreeSet<>();
            now.keySet().stream()
                    .filter(entry -> !ever.containsKey(entry))
                    .filter(entry -> entry.startsWith(Meaning.FIELD) || entry.startsWith(Meaning.VALUE))
                    .forEach(entries::add);
            now.keySet().stream()
                    .filter(entry -> entry.startsWith(Meaning.COLUMN) && !last.containsKey(entry))
                    .forEach(entries::add);
            return new ModelChange(
                    List.copyOf(refusals), measuresOnlyIn(now, last), measuresOnlyIn(last, now), entries);
        }

        /** The second id of one that keeps its time is not told apart. */
        private static NavigableSet<Integer> measuresOnlyIn(Map<String, String> one, Map<String, String> other) {
            NavigableSet<Integer> ids = new TreeSet<>();
            one.forEach((entry, said) -> {
                if (entry.startsWith(Meaning.MEASURE)
                        && !other.containsKey(entry)
                        && !said.startsWith(Meaning.TIME_OF)) {
                    ids.add(Integer.parseInt(entry.substring(Meaning.MEASURE.length())));
                }
            });
            return ids;
        }

        private void document(String entry, String was, @Nullable String is) {
            if (!was.equals(is)) {
                refuse(
                        entry,
                        "document",
                        "%s was %s and is %s: which cell a document belongs to, and which of its versions is valid, would change"
                                .formatted(entry, was, is),
                        "Write %s again; for another one, start with --forget, which computes all again from Kafka."
                                .formatted(was));
            }
        }

        private void field(String entry, String was, @Nullable String is) {
            String name = entry.substring(Meaning.FIELD.length());
            if (is == null) {
                refuse(
                        entry,
                        "fields",
                        "field '%s' was %s and is gone: documents in the tables have it".formatted(name, was),
                        "Keep it; measures that read it may go.");
            } else if (!was.equals(is)) {
                refuse(
                        entry,
                        "fields",
                        "field '%s' was %s and is %s: documents in the tables were read the other way"
                                .formatted(name, was, is),
                        "Write it as it was, and add a field with another name.");
            }
        }

        private void value(String entry, String was, @Nullable String is) {
            String name = entry.substring(Meaning.VALUE.length());
            if (is == null) {
                refuse(
                        entry,
                        "enums",
                        "value '%s' had %s and is gone: documents in the tables have it".formatted(name, was),
                        "Keep it.");
            } else if (!was.equals(is)) {
                refuse(
                        entry,
                        "enums",
                        "value '%s' had %s and has %s: documents in the tables have the other".formatted(name, was, is),
                        "Write it as it was.");
            }
        }

        private void measure(String entry, String was, @Nullable String is) {
            if (is == null || was.equals(is)) {
                return;
            }
            String id = entry.substring(Meaning.MEASURE.length());
            String name = ever.getOrDefault(Meaning.NAME + id, "");
            refuse(
                    entry,
                    "measures",
                    last.containsKey(entry)
                            ? "measure %s ('%s') was %s and is %s: cells in the tables hold the other"
                                    .formatted(id, name, was, is)
                            : "id %s was that of '%s' (%s), which was removed, and is that of %s: cells in the tables may hold the other"
                                    .formatted(id, name, was, is),
                    last.containsKey(entry)
                            ? "Write it as it was, and give the other one an id that no measure has or had."
                            : "Give it an id that no measure has or had.");
        }

        private void name(String entry, String was, @Nullable String is) {
            String id = entry.substring(Meaning.NAME.length());
            boolean same = Objects.equals(ever.get(Meaning.MEASURE + id), now.get(Meaning.MEASURE + id));
            if (is != null && !was.equals(is) && same) {
                refuse(
                        Meaning.MEASURE + id,
                        "measures",
                        "measure %s was called '%s' and is called '%s': reports have it by that name"
                                .formatted(id, was, is),
                        "Keep the name, and change the label; or give it an id that no measure has or had.");
            }
        }

        /** A name that comes back under another id: its column of cells holds what was measured then. */
        private void namesOfMeasures() {
            Map<String, String> idOfName = new HashMap<>();
            ever.forEach((entry, name) -> {
                if (entry.startsWith(Meaning.NAME) && ever.containsKey(column(entry))) {
                    idOfName.put(name, entry.substring(Meaning.NAME.length()));
                }
            });
            now.forEach((entry, name) -> {
                String id = entry.startsWith(Meaning.NAME) ? entry.substring(Meaning.NAME.length()) : "";
                String had = idOfName.getOrDefault(name, id);
                if (!id.isEmpty() && !had.equals(id) && now.containsKey(column(entry))) {
                    refuse(
                            Meaning.MEASURE + id,
                            "measures",
                            "'%s' is measure %s and was measure %s, and the column '%s' of cells and shifts holds that"
                                    .formatted(name, id, had, name),
                            isSketch(id)
                                    ? "Choose another name."
                                    : "Choose another name, or leave out 'column: true'.");
                }
            });
        }

        private boolean isSketch(String id) {
            return model.measures().stream()
                    .anyMatch(measure -> measure.kind().isSketch()
                            && String.valueOf(measure.id()).equals(id));
        }

        private static String column(String nameEntry) {
            return Meaning.COLUMN + nameEntry.substring(Meaning.NAME.length());
        }

        private void dimensions() {
            NavigableSet<String> entries = new TreeSet<>();
            entries.addAll(now.keySet());
            entries.addAll(last.keySet());
            for (String entry : entries) {
                String was = last.getOrDefault(entry, "not there");
                String is = now.getOrDefault(entry, "not there");
                if (entry.startsWith(Meaning.DIMENSION) && !was.equals(is)) {
                    refuse(
                            entry,
                            "dimensions",
                            "%s was %s and is %s: rows of field_cells were made by the other".formatted(entry, was, is),
                            "Write it as it was; for another one, start with --forget, which computes all again from Kafka.");
                }
            }
        }

        private void refuse(String entry, String section, String what, String mend) {
            refusals.add(model.places().problem(entry, section, what, mend));
        }
    }
}
