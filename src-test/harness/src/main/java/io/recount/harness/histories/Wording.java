package io.recount.harness.histories;

import io.recount.harness.histories.Written.DocumentId;
import io.recount.harness.histories.Written.Spot;
import java.time.Instant;

/** The JSON of a trade's messages, member by member. */
interface Wording {

    /** That the message is about a document; one may do without. */
    void kind(Members to);

    /** Which document it is, where it belongs and which version it is. */
    void place(Members to, DocumentId id, Spot spot, Instant writtenAt);

    Body body();

    void deleted(Members to);

    /** The message with a place that can't be read. */
    String unplaced(String message);

    /** An id once more, so that it is not known which is meant. */
    void anotherId(Members to);

    /** A message that says nothing of a document, and is ignored. */
    void status(Members to, DocumentId id);

    /** What a message says besides its place. */
    interface Body {

        void good(Members to);

        /** One thing of it can't be read. */
        void bad(Members to);
    }
}
