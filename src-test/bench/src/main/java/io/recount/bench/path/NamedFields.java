package io.recount.bench.path;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.recount.cells.model.Enumeration;
import io.recount.cells.model.Field;
import io.recount.cells.model.FieldType;
import io.recount.cells.model.Model;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Walks a message with Jackson's streaming parser and looks at what the model names, and at nothing else: texts and numbers
 * are unescaped, not converted; the rest is skipped. Not thread-safe.
 */
final class NamedFields {

    private static final class Node {

        final Map<String, Node> children = new HashMap<>();
        /** A map with any keys. */
        boolean isOpen;
    }

    private final JsonFactory json = new JsonFactory();
    private final Node root = new Node();

    NamedFields(Model model) {
        for (Field field : model.fields()) {
            Node node = root;
            for (String step : field.path()) {
                node = node.children.computeIfAbsent(step, name -> new Node());
            }
            if (field.type() instanceof FieldType.EnumMap map) {
                for (Enumeration.Value key : map.keys().values()) {
                    node.children.put(key.value(), new Node());
                }
            }
            node.isOpen = field.type() instanceof FieldType.TextMap;
        }
    }

    /**
     * The sum of the lengths of what is named, so that nothing can be left out.
     *
     * @throws IOException if the message is no JSON
     */
    long read(byte[] message) throws IOException {
        try (JsonParser parser = json.createParser(message)) {
            return parser.nextToken() == JsonToken.START_OBJECT ? object(parser, root) : 0;
        }
    }

    private static long object(JsonParser parser, Node node) throws IOException {
        long length = 0;
        String name;
        while ((name = parser.nextFieldName()) != null) {
            JsonToken token = parser.nextToken();
            @Nullable Node child = node.children.get(name);
            if (child == null && !node.isOpen) {
                parser.skipChildren();
            } else if (token == JsonToken.START_OBJECT && child != null) {
                length += object(parser, child);
            } else if (token.isScalarValue()) {
                length += parser.getTextCharacters()[parser.getTextOffset()] + parser.getTextLength();
            } else {
                parser.skipChildren();
            }
        }
        return length;
    }
}
