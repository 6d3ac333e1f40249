package io.recount.cells.decode;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.recount.cells.FieldValues;
import io.recount.cells.Layout;
import io.recount.cells.Problem;
import io.recount.cells.Problem.Reason;
import io.recount.cells.TextCache;
import io.recount.cells.model.FieldType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads the fields of one message after another into slots and keeps the first problem of each field. Not thread-safe.
 */
final class FieldReader {

    private static final int USUAL_MAP = 4;

    private final TextCache texts = new TextCache();
    private final boolean[] met;
    private FieldValues values;
    private Map<String, Problem> problems = Map.of();

    /** Fields and objects of a message have numbers below {@code numbers}. */
    FieldReader(Layout layout, int numbers) {
        this.values = layout.newValues();
        this.met = new boolean[numbers];
    }

    /** The next message: its fields go into {@code next}. */
    void begin(FieldValues next) {
        values = next;
        problems = Map.of();
        Arrays.fill(met, false);
    }

    /** By the name of the field; a field with a problem has no value. */
    Map<String, Problem> problems() {
        return problems;
    }

    /** The sentence is {@code field + " " + what}. */
    void problem(String field, Reason reason, String what) {
        if (problems.isEmpty()) {
            problems = new HashMap<>();
        }
        problems.putIfAbsent(field, new Problem(reason, field + " " + what));
    }

    /** Marks a field or an object of the message as met; false if it was met before. */
    boolean meet(int number) {
        boolean first = !met[number];
        met[number] = true;
        return first;
    }

    void read(JsonParser parser, JsonToken token, Layout.Slot slot, int number) throws IOException {
        if (!meet(number)) {
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

    private String text(JsonParser parser, JsonToken token, int maxBytes) throws IOException {
        String text = anyText(parser, token);
        if (isLonger(text, maxBytes)) {
            throw new UnreadableValueException(Reason.TOO_LONG, "is longer than " + maxBytes + " bytes");
        }
        return text;
    }

    private String anyText(JsonParser parser, JsonToken token) throws IOException {
        if (token != JsonToken.VALUE_STRING) {
            throw new UnreadableValueException(Reason.WRONG_TYPE, "must be text");
        }
        String known = texts.find(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
        if (known != null) {
            return known;
        }
        String text = unicode(parser.getText());
        texts.keep(text);
        return text;
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

    private Map<String, String> map(JsonParser parser, JsonToken token, int maxBytes) throws IOException {
        if (token != JsonToken.START_OBJECT) {
            throw new UnreadableValueException(Reason.WRONG_TYPE, "must be an object");
        }
        Map<String, String> map = new LinkedHashMap<>(USUAL_MAP);
        Keys keys = new Keys();
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

    /** The keys of one map as they stand in the message: a few are compared one by one. */
    private static final class Keys {

        private static final int FEW = 8;

        private final List<String> few = new ArrayList<>(USUAL_MAP);
        private Set<String> many = Set.of();

        /** False if it was there before. */
        boolean add(String key) {
            if (few.size() == FEW) {
                return addToMany(key);
            }
            for (int i = 0; i < few.size(); i++) {
                if (few.get(i).equals(key)) {
                    return false;
                }
            }
            return few.add(key);
        }

        private boolean addToMany(String key) {
            if (many.isEmpty()) {
                many = new HashSet<>(few);
            }
            return many.add(key);
        }
    }
}
