package io.recount.cells.model.draft;

import io.recount.cells.model.Identifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Guesses the fields of a sample, in the order in which they stand in messages. */
final class FieldGuesses {

    /** Leaves room for the names of columns and measures that are made of it. */
    private static final int LONGEST_NAME = 40;

    /** Fewer than the tables take, so that a person can add some. */
    private static final int MOST_COLUMNS = 480;

    private static final int FEW = 20;
    private static final int MOST_KEYS = 40;
    private static final List<String> OPEN_MAP_WORDS = List.of(
            "tags",
            "labels",
            "attributes",
            "custom",
            "properties",
            "params",
            "parameters",
            "extra",
            "extras",
            "metadata",
            "meta",
            "options");

    private final Map<List<String>, List<Sighting>> seen = new LinkedHashMap<>();
    private final Map<List<String>, List<List<String>>> children = new HashMap<>();
    private final List<DraftField> fields = new ArrayList<>();
    private final List<String> leftOut = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private int columns;

    FieldGuesses(Sample sample) {
        for (SampleMessage message : sample.messages()) {
            message.sightings()
                    .forEach((path, sighting) -> seen.computeIfAbsent(path, absent -> new ArrayList<>())
                            .add(sighting));
        }
        for (List<String> path : seen.keySet()) {
            children.computeIfAbsent(List.copyOf(path.subList(0, path.size() - 1)), parent -> new ArrayList<>())
                    .add(path);
        }
        childrenOf(List.of()).forEach(this::guess);
    }

    List<DraftField> fields() {
        return List.copyOf(fields);
    }

    /** What no field can hold, each with why, as names. */
    List<String> leftOut() {
        return List.copyOf(leftOut);
    }

    private void guess(List<String> path) {
        List<Sighting> here = seen(path);
        List<Sighting> scalars = here.stream().filter(Sighting::isScalar).toList();
        long objects =
                here.stream().filter(it -> it.form() == Sighting.Form.OBJECT).count();
        if (objects > scalars.size()) {
            guessObject(path, (int) objects);
        } else if (scalars.isEmpty()) {
            leftOut.add(nameOf(path) + " (a list)");
        } else {
            add(path, TypeGuess.of(path.get(path.size() - 1), scalars), null, scalars);
        }
    }

    /** An object is a map with enumerated keys, an open map, or no more than a part of the paths to what is in it. */
    private void guessObject(List<String> path, int objects) {
        List<List<String>> inside = childrenOf(path);
        List<Sighting> values =
                inside.stream().flatMap(child -> seen(child).stream()).toList();
        boolean flat = !values.isEmpty() && values.stream().allMatch(Sighting::isScalar);
        boolean varied = inside.stream().anyMatch(child -> seen(child).size() < objects);
        boolean allVary =
                inside.stream().noneMatch(child -> isNearlyAlways(seen(child).size(), objects));
        boolean calledOpen = Words.score(path.get(path.size() - 1), OPEN_MAP_WORDS) > 0;
        if (flat && varied && TypeGuess.most(values, Sighting::isAmount)) {
            if (inside.size() <= MOST_KEYS) {
                SortedMap<String, Integer> keys = new TreeMap<>();
                inside.forEach(child ->
                        keys.put(child.get(child.size() - 1), seen(child).size()));
                add(path, TypeGuess.amount(values), keys, values);
            } else {
                leftOut.add(nameOf(path) + " (numbers by more than " + MOST_KEYS + " keys)");
            }
        } else if (flat && (allVary || calledOpen) && TypeGuess.most(values, Sighting::isText)) {
            add(path, new TypeGuess("map(text)", objects, objects), null, values);
        } else {
            inside.forEach(this::guess);
        }
    }

    /** All but one in {@value #FEW}: a few messages lack anything. */
    private static boolean isNearlyAlways(int seen, int objects) {
        return (objects - seen) * FEW <= objects;
    }

    private void add(
            List<String> path, TypeGuess guess, @Nullable SortedMap<String, Integer> keys, List<Sighting> values) {
        int longest = values.stream()
                .filter(Sighting::isText)
                .mapToInt(value -> value.text().getBytes(StandardCharsets.UTF_8).length)
                .max()
                .orElse(0);
        DraftField field = new DraftField(
                nameOf(path), path, guess, keys, longest, seen(path).size());
        if (columns + field.columns() > MOST_COLUMNS) {
            leftOut.add(field.name() + " (more than " + MOST_COLUMNS + " columns)");
            return;
        }
        columns += field.columns();
        fields.add(field.withName(unique(field.name())));
    }

    private String unique(String name) {
        String free = name;
        for (int i = 2; !names.add(free); i++) {
            free = name + "_" + i;
        }
        return free;
    }

    private static String nameOf(List<String> path) {
        return Identifier.columnOf(String.join("_", path), LONGEST_NAME);
    }

    private List<Sighting> seen(List<String> path) {
        return seen.getOrDefault(path, List.of());
    }

    private List<List<String>> childrenOf(List<String> path) {
        return children.getOrDefault(path, List.of());
    }
}
