package io.recount.cli.invalidate;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;

/** Requests for programs: JSON with the names of the view's columns. */
public final class StatusJson {

    private static final JsonFactory JSON = new JsonFactory();

    private StatusJson() {}

    /** A list of objects. */
    public static String list(List<RequestStatus> requests) {
        return written(json -> {
            json.writeStartArray();
            for (RequestStatus each : requests) {
                write(json, each);
            }
            json.writeEndArray();
        });
    }

    /** One object. */
    public static String one(RequestStatus request) {
        return written(json -> write(json, request));
    }

    /** Writes to memory, where nothing fails. */
    @FunctionalInterface
    private interface Content {
        void write(JsonGenerator json) throws IOException;
    }

    private static String written(Content content) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text).setPrettyPrinter(new DefaultPrettyPrinter())) {
            content.write(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static void write(JsonGenerator json, RequestStatus request) throws IOException {
        json.writeStartObject();
        json.writeStringField("id", request.id());
        json.writeStringField("state", request.state().toString());
        json.writeStringField("requested_at", request.requestedAt().toString());
        json.writeStringField("from_time", request.from().toString());
        json.writeStringField("to_time", request.to().toString());
        json.writeArrayFieldStart("registers");
        for (String register : request.registers()) {
            json.writeString(register);
        }
        json.writeEndArray();
        json.writeStringField("reason", request.reason());
        json.writeNumberField("rate", request.rate());
        json.writeStringField("message", request.message());
        json.writeNumberField("documents", request.documents());
        json.writeNumberField("expanded", request.expanded());
        json.writeNumberField("pages", request.pages());
        json.writeNumberField("recomputed", request.recomputed());
        json.writeNumberField("changed", request.changed());
        json.writeNumberField("remaining", request.remaining());
        json.writeNumberField("eta_seconds", request.eta().toSeconds());
        json.writeStringField("updated_at", request.updatedAt().toString());
        json.writeEndObject();
    }
}
