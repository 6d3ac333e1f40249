package io.recount.harness.histories;

import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * A message, and what its author knows of it.
 *
 * @param json the message; no two are equal but deliveries of one
 */
public record Written(ReceiptId id, Spot spot, Instant writtenAt, State state, String json) {

    /** Which receipt it is. */
    public record ReceiptId(String register, String drive, long number) {

        /** The same number of the same register, and yet another receipt. */
        boolean isOfAnotherScope(ReceiptId other) {
            return register.equals(other.register) && number == other.number && !drive.equals(other.drive);
        }
    }

    /** Where the receipt belongs. */
    public record Spot(long shift, Instant printedAt) {}

    /** What the message says of the receipt. */
    public enum State {
        GOOD,
        BAD,
        DELETED,
        /** Nothing: a status update, or no message at all. */
        NO_DOCUMENT
    }

    public byte[] bytes() {
        return json.getBytes(StandardCharsets.UTF_8);
    }
}
