package io.recount.harness.histories;

import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * A message, and what its author knows of it.
 *
 * @param json the message; no two are equal but deliveries of one
 */
public record Written(DocumentId id, Spot spot, Instant writtenAt, State state, String json) {

    /** Which document it is. */
    public record DocumentId(String register, String scope, long number) {

        /** The same number of the same register, and yet another document. */
        boolean isOfAnotherScope(DocumentId other) {
            return register.equals(other.register) && number == other.number && !scope.equals(other.scope);
        }
    }

    /** Where the document belongs. */
    public record Spot(long shift, Instant at) {}

    /** What the message says of the document. */
    public enum State {
        GOOD,
        BAD,
        DELETED,
        /** Nothing: a status update, a heartbeat, or no message at all. */
        NO_DOCUMENT
    }

    public byte[] bytes() {
        return json.getBytes(StandardCharsets.UTF_8);
    }
}
