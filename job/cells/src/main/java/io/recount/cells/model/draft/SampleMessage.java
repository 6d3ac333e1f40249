package io.recount.cells.model.draft;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A message, flat: what stands at each path, in the order of the message. Nulls stand nowhere, and neither does what is in
 * lists: no field can be there.
 */
record SampleMessage(Map<List<String>, Sighting> sightings) {

    private static final JsonFactory JSON = new JsonFactory();

    /** Deeper than any field can usefully be. */
    private static final int MAX_DEPTH = 8;

    /** Empty if the line is no JSON object. */
    static Optional<SampleMessage> parse(byte[] line) {
        Map<List<String>, Sighting> sightings = new LinkedHashMap<>();
        try (JsonParser parser = JSON.createParser(line)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return Optional.empty();
            }
            readObject(parser, List.of(), sightings);
            return parser.nextToken() == null ? Optional.of(new SampleMessage(sightings)) : Optional.empty();
        } catch (IOException e) {
            // A sample may hold what a topic holds; how many lines it was is said in the draft.
            return Optional.empty();
        }
    }

    Optional<Sighting> at(List<String> path) {
        return Optional.ofNullable(sightings.get(path));
    }

    private static void readObject(JsonParser parser, List<String> at, Map<List<String>, Sighting> sightings)
            throws IOException {
        String key;
        while ((key = parser.nextFieldName()) != null) {
            List<String> path = new ArrayList<>(at);
            path.add(key);
            JsonToken token = parser.nextToken();
            if (isAddressable(key) && path.size() <= MAX_DEPTH) {
                readValue(parser, token, List.copyOf(path), sightings);
            } else {
                parser.skipChildren();
            }
        }
    }

    private static void readValue(
            JsonParser parser, JsonToken token, List<String> path, Map<List<String>, Sighting> sightings)
            throws IOException {
        switch (token) {
            case START_OBJECT -> {
                sightings.put(path, new Sighting(Sighting.Form.OBJECT, ""));
                readObject(parser, path, sightings);
            }
            case START_ARRAY -> {
                sightings.put(path, new Sighting(Sighting.Form.LIST, ""));
                parser.skipChildren();
            }
            case VALUE_STRING -> sightings.put(path, new Sighting(Sighting.Form.TEXT, parser.getText()));
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT ->
                sightings.put(path, new Sighting(Sighting.Form.NUMBER, parser.getText()));
            case VALUE_TRUE, VALUE_FALSE -> sightings.put(path, new Sighting(Sighting.Form.FLAG, parser.getText()));
            default -> {}
        }
    }

    /** Keys that a path in a model file can name. */
    private static boolean isAddressable(String key) {
        return !key.isEmpty()
                && key.chars().noneMatch(c -> Character.isSurrogate((char) c) || Character.isISOControl(c));
    }
}
