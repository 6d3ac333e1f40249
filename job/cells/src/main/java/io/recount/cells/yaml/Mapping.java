package io.recount.cells.yaml;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** The members of a mapping in the order of the file. Of two equal keys the first counts; the second is a problem. */
public final class Mapping {

    /**
     * One member.
     *
     * @param key the key's own node, for problems with the name
     */
    public record Member(String name, Entry key, Entry value) {}

    private final Entry entry;
    private final MappingNode node;
    private final Map<String, Member> members = new LinkedHashMap<>();

    public Mapping(Entry entry, MappingNode node) {
        this.entry = entry;
        this.node = node;
        for (NodeTuple tuple : node.getValue()) {
            if (tuple.getKeyNode() instanceof ScalarNode key) {
                String name = key.getValue();
                members.putIfAbsent(
                        name, new Member(name, entry.child(name, key), entry.child(name, tuple.getValueNode())));
            }
        }
    }

    public Entry entry() {
        return entry;
    }

    /** The same mapping under a path that says more than a position in a list. */
    public Mapping named(String path) {
        return new Mapping(new Entry(path, node, entry.problems()), node);
    }

    /** All members, where names are free. */
    public List<Member> members() {
        checkKeys();
        if (members.isEmpty()) {
            entry.wrong("is empty", "Write at least one entry, or leave the key out.");
        }
        return new ArrayList<>(members.values());
    }

    /** Records every member whose name is not one of these. */
    public Mapping only(String... known) {
        checkKeys();
        members.values().stream()
                .filter(member -> !Arrays.asList(known).contains(member.name()))
                .forEach(member -> wrongKey(
                        member.key().node(),
                        "unknown key " + Entry.quoted(member.name()),
                        DidYouMean.mend(member.name(), Arrays.asList(known), "Remove it.")));
        return this;
    }

    public Optional<Entry> get(String name) {
        return Optional.ofNullable(members.get(name)).map(Member::value);
    }

    public Optional<Entry> require(String name, String mend) {
        if (!members.containsKey(name)) {
            entry.wrong("'" + name + "' is missing", mend);
        }
        return get(name);
    }

    private void checkKeys() {
        for (NodeTuple tuple : node.getValue()) {
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                wrongKey(tuple.getKeyNode(), "a key must be text", "Write a name before the colon.");
            } else if (members.containsKey(key.getValue())) {
                Entry first = members.get(key.getValue()).key();
                if (!first.node().equals(key)) {
                    wrongKey(
                            key,
                            "%s is already there on line %d".formatted(Entry.quoted(key.getValue()), first.line()),
                            "Remove one of the two or rename it.");
                }
            }
        }
    }

    private void wrongKey(Node key, String what, String mend) {
        entry.problems().add(key, entry.path(), what, mend);
    }
}
