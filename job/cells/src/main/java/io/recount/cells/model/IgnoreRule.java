package io.recount.cells.model;

import java.io.Serializable;
import java.util.List;

/**
 * Messages that are no documents.
 *
 * @param name shown as {@code ignored(name)}
 * @param when all of them hold
 * @param absent names of fields that must be absent or null
 */
public record IgnoreRule(String name, List<Match> when, List<String> absent) implements Serializable {

    public IgnoreRule {
        when = List.copyOf(when);
        absent = List.copyOf(absent);
    }
}
