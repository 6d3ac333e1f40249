package io.recount.cells.yaml;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * One node of the file, and the path it is called by in messages. Whoever asks for a shape the node does not have gets
 * nothing, and the problem is recorded.
 *
 * @param path keys from the root, such as {@code fields.total.type}; empty for the root
 */
public record Entry(String path, Node node, Problems problems) {

    private static final int QUOTED_CHARS = 80;

    public Entry child(String key, Node child) {
        return new Entry(path.isEmpty() ? key : path + "." + key, child, problems);
    }

    public int line() {
        return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
    }

    public void wrong(String what, String mend) {
        problems.add(node, path, what, mend);
    }

    /** A scalar exactly as it is written, whatever YAML takes it for: {@code 020} stays {@code 020}. */
    public Optional<String> text() {
        if (node instanceof ScalarNode scalar && !isNull()) {
            return Optional.of(scalar.getValue());
        }
        wrong("must be text but is " + shape(), "Write one text after the colon.");
        return Optional.empty();
    }

    public OptionalInt number(int least, int greatest) {
        if (node instanceof ScalarNode scalar
                && scalar.isPlain()
                && scalar.getValue().matches("0|-?[1-9][0-9]{0,8}")) {
            int number = Integer.parseInt(scalar.getValue());
            if (number >= least && number <= greatest) {
                return OptionalInt.of(number);
            }
        }
        wrong(
                "must be a whole number from %d to %d but is %s".formatted(least, greatest, shape()),
                "Write a number of that range in digits, without quotes.");
        return OptionalInt.empty();
    }

    public Optional<Boolean> flag() {
        if (node instanceof ScalarNode scalar && scalar.isPlain()) {
            if (scalar.getValue().equals("true") || scalar.getValue().equals("false")) {
                return Optional.of(scalar.getValue().equals("true"));
            }
        }
        wrong("must be true or false but is " + shape(), "Write true or false, without quotes.");
        return Optional.empty();
    }

    /** Text for people: on one line, so that it fits a comment in the database. */
    public Optional<String> label() {
        Optional<String> label = text();
        if (label.isPresent() && (label.get().isBlank() || label.get().chars().anyMatch(Character::isISOControl))) {
            wrong("is blank or has a line break or another control character", "Write a few words on one line.");
            return Optional.empty();
        }
        return label;
    }

    public Optional<Mapping> mapping() {
        if (node instanceof MappingNode mapping) {
            return Optional.of(new Mapping(this, mapping));
        }
        wrong("must be a mapping but is " + shape(), "Write key: value pairs, indented or in braces.");
        return Optional.empty();
    }

    public Optional<List<Entry>> list() {
        if (!(node instanceof SequenceNode sequence)) {
            wrong("must be a list but is " + shape(), "Write one '- ' entry a line, or [a, b].");
            return Optional.empty();
        }
        if (sequence.getValue().isEmpty()) {
            wrong("is an empty list", "Write at least one entry, or leave the key out.");
            return Optional.empty();
        }
        List<Entry> entries = new ArrayList<>();
        for (Node item : sequence.getValue()) {
            entries.add(new Entry(path + "[" + (entries.size() + 1) + "]", item, problems));
        }
        return Optional.of(entries);
    }

    /** A list, or a single value standing for a list of one. */
    public Optional<List<Entry>> oneOrMore() {
        return node instanceof SequenceNode ? list() : Optional.of(List.of(this));
    }

    /** How a value from the file is shown in messages: short, on one line. */
    public static String quoted(String value) {
        String shown = value.length() > QUOTED_CHARS ? value.substring(0, QUOTED_CHARS) + "…" : value;
        return "'" + shown.replaceAll("\\p{Cntrl}", "?") + "'";
    }

    private boolean isNull() {
        return node.getTag().equals(Tag.NULL);
    }

    private String shape() {
        if (node instanceof MappingNode) {
            return "a mapping";
        }
        if (node instanceof SequenceNode) {
            return "a list";
        }
        return node instanceof ScalarNode scalar && !isNull() ? quoted(scalar.getValue()) : "empty";
    }
}
