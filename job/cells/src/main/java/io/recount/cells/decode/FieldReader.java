package io.recount.cells.decode;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.recount.cells.FieldValues;
import io.recount.cells.Layout;
import io.recount.cells.Problem;
import io.recount.cells.Problem.Reason;
import io.recount.cells.model.FieldType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Reads the fields of one message into slots and keeps the first problem of each field. */
final class FieldReader {

    private final FieldValues values;
    private final boolean[] seen;
    private final BitSet entered = new BitSet();
    private final Map<String, Problem> problems = new HashMap<>();
    private final int textsFrom;
    private final int mapsFrom;

    FieldReader(Layout layout, FieldValues values) {
        this.values = values;
        this.textsFrom = values.numberSlots();
        this.mapsFrom = textsFrom + values.textSlots();
        this.seen = new boolean[layout.slots().size()];
    }

    /** By the name of the field; a field with a problem has no value. */
    Map<String, Problem> problems() {
        return problems;
    }

    /** The sentence is {@code field + " " + what}. */
    void problem(String field, Reason reason, String what) {
        problems.putIfAbsent(field, new Problem(reason, field + " " + what));
    }

    /** Marks an object of the message as met; false if it was met before. */
    boolean enter(int object) {
        boolean first = !entered.get(object);
        entered.set(object);
        return first;
    }

    void read(JsonParser parser, JsonToken token, Layout.Slot slot) throws IOException {
        if (markSeen(slot)) {
            problem(slot.field().name(), Reason.REPEATED, "stands in the message twice");
            parser.skipChildren();
            return;
        }
        if (token == JsonToken.VALUE_NULL) {
            return;
        }
        try {
            readValue(parser, token, slot);
        } catch (UnreadableValueException e) {
            problem(slot.field().name(), e.reason(), e.what());
            if (token.isStructStart() && parser.currentToken() == token) {
                parser.skipChildren();
            }
        }
    }

    private boolean markSeen(Layout.Slot slot) {
        int at = switch (slot.store()) {
            case NUMBER -> slot.index();
            case TEXT -> textsFrom + slot.index();
            case MAP -> mapsFrom + slot.index();
        };
        boolean before = seen[at];
        seen[at] = true;
        return before;
    }

    private void readValue(JsonParser parser, JsonToken token, Layout.Slot slot) throws IOException {
        FieldType type = slot.type();
        if (type instanceof FieldType.Text text) {
            values.setText(slot.index(), text(parser, token, text.maxBytes()));
        } else if (type instanceof FieldType.TextMap map) {
            values.setMap(slot.index(), map(parser, token, map.maxBytes()));
        } else {
            values.setNumber(slot.index(), ScalarReader.read((FieldType.Scalar) type, parser, token));
        }
    }

    private static String text(JsonParser parser, JsonToken token, int maxBytes) throws IOException {
        String text = anyText(parser, token);
        if (isLonger(text, maxBytes)) {
            throw new UnreadableValueException(Reason.TOO_LONG, "is longer than " + maxBytes + " bytes");
        }
        return text;
    }

    private static String anyText(JsonParser parser, JsonToken token) throws IOException {
        if (token != JsonToken.VALUE_STRING) {
            throw new UnreadableValueException(Reason.WRONG_TYPE, "must be text");
        }
        return unicode(parser.getText());
    }

    /** Half a surrogate pair has no UTF-8: it would be stored as another text. */
    private static String unicode(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                boolean paired = i + 1 < text.length() && Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1));
                if (!paired) {
                    throw new UnreadableValueException(Reason.NOT_TEXT, "holds half a surrogate pair");
                }
                i++;
            }
        }
        return text;
    }

    private static boolean isLonger(String text, int maxBytes) {
        // A char is at most 3 bytes of UTF-8 (a pair of surrogates 4): most texts need no look at their bytes.
        return text.length() * 3L > maxBytes && text.getBytes(StandardCharsets.UTF_8).length > maxBytes;
    }

    private static Map<String, String> map(JsonParser parser, JsonToken token, int maxBytes) throws IOException {
        if (token != JsonToken.START_OBJECT) {
            throw new UnreadableValueException(Reason.WRONG_TYPE, "must be an object");
        }
        Map<String, String> map = new LinkedHashMap<>();
        Set<String> keys = new HashSet<>();
        UnreadableValueException first = null;
        String key;
        while ((key = parser.nextFieldName()) != null) {
            JsonToken value = parser.nextToken();
            try {
                if (!keys.add(unicode(key))) {
                    throw new UnreadableValueException(Reason.REPEATED, "has a key twice");
                }
                if (value != JsonToken.VALUE_NULL) {
                    map.put(withinLimit(key, maxBytes), withinLimit(anyText(parser, value), maxBytes));
                }
            } catch (UnreadableValueException e) {
                first = first == null ? e : first;
                parser.skipChildren();
            }
        }
        if (first != null) {
            throw first;
        }
        return map;
    }

    /** A merchant's own texts are never an error: past the limit their digest stands for them, marked as such. */
    private static String withinLimit(String text, int maxBytes) {
        if (!isLonger(text, maxBytes)) {
            return text;
        }
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return "xxh64:%016x/%d".formatted(MessageHash.of(utf8), utf8.length);
    }
}
