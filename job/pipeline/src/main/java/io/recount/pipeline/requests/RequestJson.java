package io.recount.pipeline.requests;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.recount.cells.yaml.DidYouMean;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads one message, key by key. Nothing is passed over: a key that is misspelt would leave the default in its place, and
 * that of registers is all of them.
 */
final class RequestJson {

    private static final JsonFactory JSON = new JsonFactory();
    /** What the parser says of a source that it was not given. */
    private static final String MARKER = " \\(start marker at \\[.*?]\\)";

    private static final List<String> OF_ASKS = List.of("registers", "from", "to", "reason", "rate");
    private static final List<String> KEYS = List.of("id", "registers", "from", "to", "reason", "rate", "do");

    private final JsonParser parser;
    private final Set<String> seen = new HashSet<>();
    private @Nullable String id;
    private List<String> registers = List.of();
    private @Nullable Instant from;
    private @Nullable Instant to;
    private @Nullable String reason;
    private long rate;
    private RequestMessage.@Nullable Verb verb;

    private RequestJson(JsonParser parser) {
        this.parser = parser;
    }

    static RequestMessage read(byte[] json, String idIfAbsent) {
        RequestRules.checkSize(json.length);
        try (JsonParser parser = JSON.createParser(json)) {
            return new RequestJson(parser).read(idIfAbsent);
        } catch (JsonProcessingException e) {
            JsonLocation where = e.getLocation();
            String place = where == null
                    ? "the message"
                    : "line " + where.getLineNr() + ", column " + where.getColumnNr() + ": the message";
            throw new InvalidRequestException(place + " is no JSON: "
                    + new Excerpt(e.getOriginalMessage().replaceAll(MARKER, "")) + ". Write one JSON object in UTF-8");
        } catch (IOException e) {
            throw new InvalidRequestException("the message is no JSON: " + new Excerpt(String.valueOf(e.getMessage()))
                    + ". Write one JSON object in UTF-8");
        }
    }

    private RequestMessage read(String idIfAbsent) throws IOException {
        try {
            readKeys();
            return message(idIfAbsent);
        } catch (InvalidRequestException e) {
            throw id == null || !RequestRules.isIdOfSomebody(id) ? e : e.of(id);
        }
    }

    private void readKeys() throws IOException {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw new InvalidRequestException("the message is no JSON object. Write one: {\"from\": …, \"to\": …}");
        }
        for (String key = parser.nextFieldName(); key != null; key = parser.nextFieldName()) {
            if (!seen.add(key)) {
                throw new InvalidRequestException(
                        new Excerpt(key) + " is there twice, and it is not known which is meant. Write it once");
            }
            parser.nextToken();
            readValue(key);
        }
        if (parser.nextToken() != null) {
            throw new InvalidRequestException("something stands behind the JSON object. Write one object a message");
        }
    }

    private void readValue(String key) throws IOException {
        switch (key) {
            case "id" -> id = text(key);
            case "registers" -> registers = texts(key);
            case "from" -> from = time(key);
            case "to" -> to = time(key);
            case "reason" -> reason = text(key);
            case "rate" -> rate = rate();
            case "do" -> verb = verb(text(key));
            default ->
                throw new InvalidRequestException(
                        new Excerpt(key) + " is no key of a request. " + DidYouMean.mend(key, KEYS, "Remove it."));
        }
    }

    private String text(String where) throws IOException {
        if (parser.currentToken() != JsonToken.VALUE_STRING) {
            throw new InvalidRequestException(where + ": is no text. Write it in quotes");
        }
        String text = parser.getText();
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw new InvalidRequestException(where + ": holds half a character. Write whole ones");
        }
        return text;
    }

    private List<String> texts(String key) throws IOException {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            throw new InvalidRequestException(key + ": is no list. Write [\"…\", \"…\"]");
        }
        List<String> texts = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            texts.add(text(key + "[" + texts.size() + "]"));
        }
        if (texts.isEmpty()) {
            // A program that found none must not ask for all by it.
            throw new InvalidRequestException(key + ": names none. Name some, or leave it out for all");
        }
        return texts;
    }

    private Instant time(String key) throws IOException {
        String text = text(key);
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            throw new InvalidRequestException(key + ": " + new Excerpt(text)
                    + " is no time with a zone. Write it so: 2026-01-01T00:00:00Z or 2026-01-01T00:00:00+03:00");
        }
    }

    private long rate() throws IOException {
        if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT
                || parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                || parser.getLongValue() == 0) {
            throw RequestRules.wrongRate(new Excerpt(String.valueOf(parser.getText())).toString());
        }
        return parser.getLongValue();
    }

    private static RequestMessage.Verb verb(String word) {
        return RequestMessage.Verb.of(word)
                .orElseThrow(() -> new InvalidRequestException(
                        "do: " + new Excerpt(word) + " is nothing that can be done. Write cancel, pause or resume"));
    }

    private RequestMessage message(String idIfAbsent) {
        if (verb == null) {
            if (id != null) {
                RequestRules.checkIdOfSomebody(id);
            }
            return new RequestMessage.Ask(
                    id == null ? idIfAbsent : id,
                    registers,
                    required("from", from),
                    required("to", to),
                    required("reason", reason),
                    rate);
        }
        for (String key : OF_ASKS) {
            if (seen.contains(key)) {
                throw new InvalidRequestException(
                        key + ": does not go with do. Write id and do, or a request without do");
            }
        }
        return new RequestMessage.Order(required("id", id), verb);
    }

    private static <T> T required(String key, @Nullable T value) {
        if (value == null) {
            throw new InvalidRequestException(key + ": is missing. Write id and do about an earlier request,"
                    + " or from, to and reason to compute cells again");
        }
        return value;
    }

    static byte[] write(RequestMessage message) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            json.writeStringField("id", message.id());
            if (message instanceof RequestMessage.Ask ask) {
                RequestRules.checkIdOfSomebody(ask.id());
                write(json, ask);
            } else if (message instanceof RequestMessage.Order order) {
                json.writeStringField("do", order.verb().toString());
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("a byte array takes all that is written", e);
        }
        RequestRules.checkSize(bytes.size());
        return bytes.toByteArray();
    }

    private static void write(JsonGenerator json, RequestMessage.Ask ask) throws IOException {
        if (!ask.registers().isEmpty()) {
            json.writeArrayFieldStart("registers");
            for (String register : ask.registers()) {
                json.writeString(register);
            }
            json.writeEndArray();
        }
        json.writeStringField("from", ask.from().toString());
        json.writeStringField("to", ask.to().toString());
        json.writeStringField("reason", ask.reason());
        if (ask.rate() != 0) {
            json.writeNumberField("rate", ask.rate());
        }
    }
}
