package io.recount.cells.decode;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.recount.cells.Layout;
import io.recount.cells.Problem.Reason;
import io.recount.cells.model.FieldType;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The paths of all fields as one tree, so that a message is walked once and unknown parts are skipped. */
final class PathTree {

    private static final class Node {
        final Map<String, Node> children = new HashMap<>();
        Layout.@Nullable Slot slot;
        /** Keys that are not in the enumeration make the document bad: they may be money. */
        @Nullable
        String closedMap;
    }

    private final Node root = new Node();

    PathTree(Layout layout) {
        for (Layout.Slot slot : layout.slots()) {
            Node node = root;
            for (String step : slot.field().path()) {
                node = node.children.computeIfAbsent(step, name -> new Node());
            }
            if (slot.field().type() instanceof FieldType.EnumMap) {
                node.closedMap = slot.field().name();
                node = node.children.computeIfAbsent(slot.key(), name -> new Node());
            }
            node.slot = slot;
        }
    }

    /** Reads the object the parser has just entered, up to its end. */
    void readObject(JsonParser parser, FieldReader reader) throws IOException {
        readObject(parser, root, reader);
    }

    private void readObject(JsonParser parser, Node node, FieldReader reader) throws IOException {
        String name;
        while ((name = parser.nextFieldName()) != null) {
            JsonToken token = parser.nextToken();
            Node child = node.children.get(name);
            if (child == null) {
                if (node.closedMap != null) {
                    reader.problem(node.closedMap, Reason.UNKNOWN_VALUE, "has a key outside its enumeration");
                }
                parser.skipChildren();
            } else if (child.slot != null) {
                reader.read(parser, token, child.slot);
            } else if (token == JsonToken.START_OBJECT) {
                readObject(parser, child, reader);
            } else {
                if (token != JsonToken.VALUE_NULL) {
                    reader.problem(nameOf(child, name), Reason.WRONG_TYPE, "must be an object");
                }
                parser.skipChildren();
            }
        }
    }

    private static String nameOf(Node node, String key) {
        return node.closedMap == null ? key : node.closedMap;
    }
}
