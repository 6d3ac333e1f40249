package io.recount.cells.model.draft;

import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * A field as it is guessed.
 *
 * @param guess of the values; of a map with enumerated keys, those of the map
 * @param keys of a map with enumerated keys, each with how often it was seen; null for other fields
 * @param longestBytes of a text
 */
record DraftField(
        String name,
        List<String> path,
        TypeGuess guess,
        @Nullable SortedMap<String, Integer> keys,
        int longestBytes,
        int messages) {

    DraftField withGuess(TypeGuess other) {
        return new DraftField(name, path, other, keys, longestBytes, messages);
    }

    DraftField withName(String other) {
        return new DraftField(other, path, guess, keys, longestBytes, messages);
    }

    boolean isScalar() {
        return keys == null && !guess.is("map(text)");
    }

    boolean isEnum() {
        return keys == null && guess.is("enum");
    }

    /** The enum of its values or keys. */
    String enumName() {
        return keys == null ? name : name + "_key";
    }

    /** As in a model file. */
    String notation() {
        if (keys != null) {
            return "map(" + enumName() + ", " + guess.notation() + ")";
        }
        return isEnum() ? "enum(" + enumName() + ")" : guess.notation();
    }

    /** Columns that it becomes in {@code documents}. */
    int columns() {
        return keys == null ? 1 : keys.size();
    }

    /** The path as a name a person would read. */
    String pathName() {
        return String.join(" ", path);
    }
}
