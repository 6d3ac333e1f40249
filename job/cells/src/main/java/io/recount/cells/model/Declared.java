package io.recount.cells.model;

import io.recount.cells.yaml.DidYouMean;
import io.recount.cells.yaml.Entry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The names a section declares, each with what it became. A name whose own entry is wrong stands without a value, so
 * that whoever refers to it stays quiet: its problem is already recorded.
 *
 * @param <T> what a name stands for
 */
final class Declared<T> {

    private final String noun;
    private final String declareIt;
    private final Map<String, Optional<T>> values = new LinkedHashMap<>();
    private final List<Pattern> unread = new ArrayList<>();

    /**
     * @param noun what one is called in messages
     * @param declareIt the mend when there is none at all: a sentence
     */
    Declared(String noun, String declareIt) {
        this.noun = noun;
        this.declareIt = declareIt;
    }

    void put(String name, Optional<T> value) {
        values.putIfAbsent(name, value);
    }

    /** Some names could not be read: one that looks like this may be among them and is no problem of its own. */
    void unread(Pattern shape) {
        unread.add(shape);
    }

    /** Any name may be among those that could not be read. */
    void incomplete() {
        unread(Pattern.compile(".*", Pattern.DOTALL));
    }

    /** Records a problem at the reference if nothing has this name. */
    Optional<T> resolve(Entry reference, String name) {
        if (!values.containsKey(name)
                && unread.stream().noneMatch(shape -> shape.matcher(name).matches())) {
            reference.wrong(
                    "unknown %s %s".formatted(noun, Entry.quoted(name)), DidYouMean.mend(name, names(), declareIt));
        }
        return get(name);
    }

    Optional<T> resolve(Entry reference) {
        return reference.text().flatMap(name -> resolve(reference, name));
    }

    /** Without a problem if there is none. */
    Optional<T> get(String name) {
        return values.getOrDefault(name, Optional.empty());
    }

    Set<String> names() {
        return values.keySet();
    }

    /** In the order they were declared. */
    List<T> values() {
        return values.values().stream().flatMap(Optional::stream).toList();
    }
}
