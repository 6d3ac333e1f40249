package io.recount.cli.audit;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import io.recount.cli.output.Sheet;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Differences for people and for programs: a row each measure that differs. */
public final class AuditReport {

    private static final JsonFactory JSON = new JsonFactory();
    private static final String[] COLUMNS = {
        "table", "register", "shift", "bucket", "field", "value", "measure", "published", "expected", "kind"
    };

    private AuditReport() {}

    /** Below a head, also if there are none. */
    public static Sheet sheet(AuditResult result) {
        Sheet sheet = Sheet.ofTexts(COLUMNS);
        rows(result).forEach(row -> sheet.add(row.toArray(String[]::new)));
        return sheet;
    }

    private static List<List<String>> rows(AuditResult result) {
        List<List<String>> rows = new ArrayList<>();
        for (Difference difference : result.differences()) {
            Difference.Key key = difference.key();
            for (Difference.Measured measured : difference.measures()) {
                rows.add(List.of(
                        key.table(),
                        key.register(),
                        key.shift(),
                        bucket(key),
                        key.field(),
                        key.value(),
                        measured.name(),
                        measured.published(),
                        measured.expected(),
                        difference.kind().toString()));
            }
        }
        return rows;
    }

    private static String bucket(Difference.Key key) {
        return key.bucketSeconds() < 0
                ? ""
                : Instant.ofEpochSecond(key.bucketSeconds()).toString();
    }

    /** One object. */
    public static String json(AuditResult result) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text).setPrettyPrinter(new DefaultPrettyPrinter())) {
            json.writeStartObject();
            json.writeNumberField("timeline", result.cut().commit().timeline());
            json.writeNumberField("checkpoint", result.cut().commit().checkpoint());
            json.writeNumberField("compared", result.compared());
            json.writeArrayFieldStart("differences");
            for (Difference difference : result.differences()) {
                write(json, difference);
            }
            json.writeEndArray();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static void write(JsonGenerator json, Difference difference) throws IOException {
        Difference.Key key = difference.key();
        json.writeStartObject();
        json.writeStringField("table", key.table());
        json.writeStringField("register", key.register());
        json.writeStringField("shift", key.shift());
        json.writeStringField("bucket", bucket(key));
        json.writeStringField("field", key.field());
        json.writeStringField("value", key.value());
        json.writeStringField("kind", difference.kind().toString());
        json.writeArrayFieldStart("measures");
        for (Difference.Measured measured : difference.measures()) {
            json.writeStartObject();
            json.writeStringField("name", measured.name());
            json.writeStringField("published", measured.published());
            json.writeStringField("expected", measured.expected());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
