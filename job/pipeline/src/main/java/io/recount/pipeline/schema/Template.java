package io.recount.pipeline.schema;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.apache.commons.text.StringSubstitutor;

/** A statement in {@code sql/} with {@code ${placeholders}}. */
record Template(String name, String text) {

    static Template named(String name) {
        String resource = "/sql/" + name + ".sql";
        try (InputStream in = Template.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("The jar lacks " + resource + "; build it again");
            }
            return new Template(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Replaces every placeholder; one that nobody fills is an error. */
    String filledWith(Map<String, String> common, Map<String, String> own) {
        Map<String, String> values = new HashMap<>(common);
        values.putAll(own);
        return new StringSubstitutor(values)
                .setEnableUndefinedVariableException(true)
                .setDisableSubstitutionInValues(true)
                .replace(text);
    }
}
