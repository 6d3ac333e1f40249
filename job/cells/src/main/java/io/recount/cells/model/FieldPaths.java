package io.recount.cells.model;

import io.recount.cells.yaml.Entry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * Where fields are in a message. Invariant: no path equals another or leads through another, so that what stands at one
 * place in a message is read as one field.
 */
final class FieldPaths {

    private static final String SEGMENTS = "Write keys separated by dots, or a list of keys: [a, b].";

    private record Owner(String field, Entry where) {}

    private final Map<List<String>, Owner> ends = new HashMap<>();
    private final Map<List<String>, Owner> ways = new HashMap<>();

    /** The path of a field; its name if it says none. */
    List<String> read(String field, Optional<Entry> pathEntry, Entry fieldKey) {
        Optional<List<String>> written = pathEntry.map(FieldPaths::segments);
        List<String> path = written.orElse(List.of(field));
        if (!path.isEmpty()) {
            claim(path, new Owner(field, pathEntry.orElse(fieldKey)));
        }
        return path;
    }

    /** Empty after a problem. */
    private static List<String> segments(Entry entry) {
        List<String> segments = new ArrayList<>();
        boolean isList = entry.node() instanceof SequenceNode;
        for (Entry part : entry.oneOrMore().orElse(List.of())) {
            Optional<String> text = part.text();
            if (text.isEmpty()) {
                return List.of();
            }
            segments.addAll(isList ? List.of(text.get()) : List.of(text.get().split("\\.", -1)));
        }
        if (segments.contains("")) {
            entry.wrong("path has an empty key", SEGMENTS);
            return List.of();
        }
        return segments;
    }

    private void claim(List<String> path, Owner owner) {
        Owner same = ends.putIfAbsent(path, owner);
        if (same != null) {
            conflict(owner, "path %s is already that of '%s' (line %d)", path, same);
            return;
        }
        Owner through = ways.get(path);
        if (through != null) {
            conflict(owner, "path %s is a value here, but the path of '%s' (line %d) leads through it", path, through);
        }
        for (int length = 1; length < path.size(); length++) {
            List<String> way = List.copyOf(path.subList(0, length));
            Owner end = ends.get(way);
            if (end != null) {
                conflict(owner, "path leads through %s, but that is the path of '%s' (line %d)", way, end);
            }
            ways.putIfAbsent(way, owner);
        }
    }

    private static void conflict(Owner owner, String what, List<String> path, Owner other) {
        owner.where()
                .wrong(
                        what.formatted(
                                Entry.quoted(String.join(".", path)),
                                other.field(),
                                other.where().line()),
                        "Give each field a path of its own that ends at a value.");
    }
}
