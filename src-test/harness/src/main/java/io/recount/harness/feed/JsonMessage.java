package io.recount.harness.feed;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A JSON object as bytes; compact, in UTF-8, without line feeds. */
public final class JsonMessage {

    private static final JsonFactory JSON = new JsonFactory();

    private JsonMessage() {}

    /** What stands between the braces. */
    public interface Body {
        void write(JsonGenerator json) throws IOException;
    }

    public static byte[] of(Body body) {
        try (ByteArrayBuilder bytes = new ByteArrayBuilder(640)) {
            try (JsonGenerator json = JSON.createGenerator(bytes)) {
                json.writeStartObject();
                body.write(json);
                json.writeEndObject();
            }
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException("A message could not be written to memory", e);
        }
    }
}
