package io.recount.pipeline.types;

import java.util.List;

/**
 * A request to compute cells again, and how far it has come.
 *
 * @param id what people call it
 * @param log of the message that asked, {@code topic@id}
 * @param offset of that message
 * @param requestedMillis when it was appended, milliseconds since 1970
 * @param registers whose cells; none for all
 * @param fromSeconds the first bucket may begin here, seconds since 1970
 * @param toSeconds no bucket begins here or later
 * @param reason for people
 * @param rate documents a second
 * @param message why it was refused, or empty
 * @param documents rows of documents in the range when it began
 * @param expanded those of them that were handed to the cells
 * @param pages that were handed to the cells
 * @param cursor behind which it goes on
 */
public record RequestStatus(
        String id,
        State state,
        String log,
        int partition,
        long offset,
        long requestedMillis,
        List<String> registers,
        long fromSeconds,
        long toSeconds,
        String reason,
        long rate,
        String message,
        long documents,
        long expanded,
        long pages,
        Cursor cursor) {

    public RequestStatus {
        registers = List.copyOf(registers);
    }

    /** What becomes of a request. The codes are those of the table. */
    public enum State {
        WAITING(1),
        RUNNING(2),
        PAUSED(3),
        DONE(4),
        CANCELLED(5),
        REFUSED(6);

        private final int code;

        State(int code) {
            this.code = code;
        }

        public int code() {
            return code;
        }

        /** The state of a code. */
        public static State of(int code) {
            return values()[code - 1];
        }

        /** Whether anything is left to do. */
        public boolean isOpen() {
            return this == WAITING || this == RUNNING || this == PAUSED;
        }
    }

    /** A page of a register of a shard: all up to it was handed to the cells. */
    public record Cursor(int shard, String register, long page) {

        /** In front of everything of a shard. */
        public static Cursor before(int shard) {
            return new Cursor(shard, "", Long.MIN_VALUE);
        }
    }

    public RequestStatus in(State next) {
        return with(next, documents, expanded, pages, cursor);
    }

    /** It ends, and the message says why. */
    public RequestStatus refused(String why) {
        return new RequestStatus(
                id,
                State.REFUSED,
                log,
                partition,
                offset,
                requestedMillis,
                registers,
                fromSeconds,
                toSeconds,
                reason,
                rate,
                why,
                documents,
                expanded,
                pages,
                cursor);
    }

    /** Nothing of it was done; who was told to rest or to end still is. */
    public RequestStatus withoutProgress() {
        boolean isOrdered = state == State.PAUSED || state == State.CANCELLED || state == State.REFUSED;
        return with(isOrdered ? state : State.WAITING, 0, 0, 0, Cursor.before(0));
    }

    /** Work on it begins. */
    public RequestStatus begun(long expected) {
        return with(State.RUNNING, expected, expanded, pages, cursor);
    }

    /** One page more was handed to the cells. */
    public RequestStatus advanced(Cursor to, long documentsOfPage) {
        return with(state, documents, expanded + documentsOfPage, pages + 1, to);
    }

    /** It goes on at another shard. */
    public RequestStatus at(Cursor to) {
        return with(state, documents, expanded, pages, to);
    }

    private RequestStatus with(State next, long expected, long handed, long handedPages, Cursor to) {
        return new RequestStatus(
                id,
                next,
                log,
                partition,
                offset,
                requestedMillis,
                registers,
                fromSeconds,
                toSeconds,
                reason,
                rate,
                message,
                expected,
                handed,
                handedPages,
                to);
    }
}
