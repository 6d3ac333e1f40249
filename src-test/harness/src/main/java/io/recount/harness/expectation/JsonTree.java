package io.recount.harness.expectation;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a message into {@link Json}. The bytes are UTF-8, perhaps behind a byte order mark, hold one JSON value and are
 * nested at most {@value #MAX_NESTING} deep; anything else is no message.
 */
final class JsonTree {

    private static final int MAX_NESTING = 100;
    private static final JsonFactory JSON = new JsonFactory();

    private JsonTree() {}

    /** The value, or null if the bytes are none. */
    static @Nullable Json of(byte[] message) {
        try (JsonParser parser = JSON.createParser(utf8(message))) {
            if (parser.nextToken() == null) {
                return null;
            }
            Json value = value(parser, 0);
            return parser.nextToken() == null ? value : null;
        } catch (IOException e) {
            return null;
        }
    }

    /**
     * Refuses what is no UTF-8: a reader that replaces broken bytes would make two different messages equal. A zero byte
     * is part of no JSON, and would make the parser guess another encoding.
     */
    private static byte[] utf8(byte[] message) throws IOException {
        StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(message));
        for (byte each : message) {
            if (each == 0) {
                throw new IOException("a zero byte");
            }
        }
        return message;
    }

    private static Json value(JsonParser parser, int depth) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> members(parser, nested(depth));
            case START_ARRAY -> items(parser, nested(depth));
            case VALUE_STRING -> new Json.Text(parser.getText());
            case VALUE_NUMBER_INT -> new Json.Literal(parser.getText(), true);
            case VALUE_NUMBER_FLOAT -> new Json.Literal(parser.getText(), false);
            case VALUE_TRUE -> new Json.Flag(true);
            case VALUE_FALSE -> new Json.Flag(false);
            case VALUE_NULL -> new Json.Nothing();
            case END_OBJECT, END_ARRAY, FIELD_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
                throw new IOException("no value begins here");
        };
    }

    private static int nested(int depth) throws IOException {
        if (depth == MAX_NESTING) {
            throw new IOException("nested more than " + MAX_NESTING + " deep");
        }
        return depth + 1;
    }

    private static Json members(JsonParser parser, int depth) throws IOException {
        List<Json.Member> members = new ArrayList<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String key = parser.currentName();
            parser.nextToken();
            members.add(new Json.Member(key, value(parser, depth)));
        }
        return new Json.Members(members);
    }

    private static Json items(JsonParser parser, int depth) throws IOException {
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            value(parser, depth);
        }
        return new Json.Items();
    }
}
