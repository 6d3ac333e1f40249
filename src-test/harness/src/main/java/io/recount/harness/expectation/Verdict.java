package io.recount.harness.expectation;

import java.util.Map;

/**
 * What a message is, by the model.
 *
 * @param detail the rule that ignores it, or why it is bad or rejected; else empty
 * @param values by field, those that could be read: all of a good document; of a bad or deleted one those of its place,
 *     id and version; else none. Texts and enum values are {@code String}, numbers, money in minor units and times in
 *     microseconds {@code Long}, flags {@code Boolean}, maps {@code Map} of these
 */
public record Verdict(Kind kind, String detail, Map<String, Object> values) {

    public Verdict {
        values = Map.copyOf(values);
    }

    /** Every message is exactly one of these. */
    public enum Kind {
        GOOD,
        BAD,
        DELETED,
        IGNORED,
        REJECTED
    }
}
