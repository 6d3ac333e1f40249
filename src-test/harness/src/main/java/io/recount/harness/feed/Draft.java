package io.recount.harness.feed;

import java.time.Instant;
import java.util.SplittableRandom;

/**
 * A document as its source made it, and every other message that can exist about it. All that {@link Shaper} needs to
 * know of a kind of document.
 */
public interface Draft {

    /** The key of its messages. */
    String key();

    /** When its source sends it. A source yields drafts in this order. */
    Instant sentAt();

    /** True: only redelivered, because an expectation of the whole feed rests on it. */
    boolean undisturbed();

    /** The message of this version. */
    byte[] message(Instant writtenAt);

    /** Another content at the same place. */
    Draft corrected(SplittableRandom random);

    /** The same content at another place: another shift, hour, day or month. */
    Draft moved(SplittableRandom random);

    /** The same content by a clock that is more than a year fast; a valid document. */
    Draft ahead();

    /** A version whose place can be read and whose content can't. */
    byte[] bad(Instant writtenAt, SplittableRandom random);

    /** A version that removes the document. */
    byte[] deleted(Instant writtenAt);

    /** A message about the document that is no version of it. */
    byte[] status(Instant writtenAt);

    /** Bytes that are no document at all; no line feed in them. */
    byte[] undecodable(SplittableRandom random);
}
