package io.recount.harness.histories;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.util.StringJoiner;

/** A JSON object in the making. Keys may be written twice, and values need not be what their keys promise. */
final class Members {

    private final StringJoiner members = new StringJoiner(",", "{", "}");

    static String quoted(String text) {
        return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    }

    Members text(String key, String value) {
        return raw(key, quoted(value));
    }

    Members number(String key, long value) {
        return raw(key, Long.toString(value));
    }

    /** {@code json} as it stands. */
    Members raw(String key, String json) {
        members.add(quoted(key) + ':' + json);
        return this;
    }

    String json() {
        return members.toString();
    }
}
