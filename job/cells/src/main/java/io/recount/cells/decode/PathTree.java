package io.recount.cells.decode;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.recount.cells.Layout;
import io.recount.cells.Problem.Reason;
import io.recount.cells.model.FieldType;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The paths of all fields as one tree, so that a message is walked once and unknown parts are skipped. */
final class PathTree {

    private static final class Node {

        /** A power of two. */
        private static final int REMEMBERED = 64;

        /** Tells the fields and objects of a message apart. */
        final int number;

        final Map<String, Node> children = new HashMap<>();

        /** Names as the parser had them lately, which gives a name that comes again as the same object. */
        private final @Nullable String[] names = new String[REMEMBERED];

        private final @Nullable Node[] named = new Node[REMEMBERED];

        Layout.@Nullable Slot slot;

        /** Keys that are not in the enumeration make the document bad: they may be money. */
        @Nullable
        String closedMap;

        Node(int number) {
            this.number = number;
        }

        @Nullable
        @SuppressWarnings("ReferenceEquality") // another object is looked up by what it says
        Node child(String name) {
            int place = name.hashCode() & (REMEMBERED - 1);
            if (names[place] != name) {
                names[place] = name;
                named[place] = children.get(name);
            }
            return named[place];
        }

        void forEachField(Consumer<String> consumer) {
            if (slot != null) {
                consumer.accept(slot.field().name());
            }
            children.values().forEach(child -> child.forEachField(consumer));
        }
    }

    private final Node root = new Node(0);
    private int nodes = 1;

    PathTree(Layout layout) {
        for (Layout.Slot slot : layout.slots()) {
            Node node = root;
            for (String step : slot.field().path()) {
                node = node.children.computeIfAbsent(step, name -> new Node(nodes++));
            }
            if (slot.field().type() instanceof FieldType.EnumMap) {
                node.closedMap = slot.field().name();
                node = node.children.computeIfAbsent(slot.key(), name -> new Node(nodes++));
            }
            node.slot = slot;
        }
    }

    /** How many fields a message can have, and objects on the way to them, itself included. */
    int nodes() {
        return nodes;
    }

    /** Reads the object the parser has just entered, up to its end. */
    void readObject(JsonParser parser, FieldReader reader) throws IOException {
        readObject(parser, root, reader);
    }

    private void readObject(JsonParser parser, Node node, FieldReader reader) throws IOException {
        String name;
        while ((name = parser.nextFieldName()) != null) {
            JsonToken token = parser.nextToken();
            Node child = node.child(name);
            if (child == null) {
                if (node.closedMap != null) {
                    reader.problem(node.closedMap, Reason.UNKNOWN_VALUE, "has a key outside its enumeration");
                }
                parser.skipChildren();
            } else if (child.slot != null) {
                reader.read(parser, token, child.slot, child.number);
            } else {
                readContainer(parser, token, child, reader);
            }
        }
    }

    /** An object on the way to fields: what is wrong with it is wrong with every field beneath. */
    private void readContainer(JsonParser parser, JsonToken token, Node node, FieldReader reader) throws IOException {
        if (!reader.meet(node.number)) {
            node.forEachField(field -> reader.problem(field, Reason.REPEATED, "stands in the message twice"));
            parser.skipChildren();
        } else if (token == JsonToken.START_OBJECT) {
            readObject(parser, node, reader);
        } else {
            if (token != JsonToken.VALUE_NULL) {
                node.forEachField(field -> reader.problem(field, Reason.WRONG_TYPE, "must be in an object"));
            }
            parser.skipChildren();
        }
    }
}
