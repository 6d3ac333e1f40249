package io.recount.pipeline.schema;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Who works with a database, and the least rights that takes: {@code sql/roles/}. */
enum Role {
    WRITER,
    READER,
    SCHEMA;

    /** The statements, each ending with a semicolon. The role is called after the database: {@code recount_writer}. */
    String statements(Schema schema) {
        String word = name().toLowerCase(Locale.ROOT);
        Map<String, String> values = new HashMap<>(schema.placeholders());
        values.put("role", Schema.quoted(schema.database() + "_" + word));
        return Template.named("roles/" + word).filledWith(values, Map.of());
    }
}
