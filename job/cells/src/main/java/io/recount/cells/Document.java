package io.recount.cells;

import org.jspecify.annotations.Nullable;

/**
 * One version of one event, as read from a message that has a place, an id and a version.
 *
 * @param key the register
 * @param timeMicros the document's own time, microseconds since 1970 UTC
 * @param values its fields; of a bad version those that could be read
 * @param problem why a bad version is bad, else null
 */
public record Document(
        String key,
        DocumentId id,
        Stamp stamp,
        State state,
        CellKey cell,
        long timeMicros,
        FieldValues values,
        @Nullable Problem problem)
        implements Decoded {

    /**
     * Whether it takes the place of another version of the same document: by the stamp; and of two readings of one message,
     * one of which could not read it, the other does.
     */
    public boolean outranks(Document other) {
        int order = stamp.compareTo(other.stamp);
        return order > 0 || (order == 0 && state != State.BAD && other.state == State.BAD);
    }

    /** What a version says of its document. */
    public enum State {
        GOOD(1),
        /** Its place is known, its content cannot be folded: counts one error in its cell. */
        BAD(2),
        /** It takes the document away. */
        DELETED(3);

        private final int code;

        State(int code) {
            this.code = code;
        }

        /** What state and tables hold; never changes. */
        public int code() {
            return code;
        }

        public static State ofCode(int code) {
            for (State state : values()) {
                if (state.code == code) {
                    return state;
                }
            }
            throw new IllegalArgumentException("no document state has the code " + code);
        }
    }
}
