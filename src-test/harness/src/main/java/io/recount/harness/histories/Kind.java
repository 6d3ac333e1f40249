package io.recount.harness.histories;

/** What an observer of deliveries sees happen. */
public enum Kind {
    /** The newest version once more. */
    DUPLICATE,
    /** A superseded version once more. */
    SUPERSEDED_AGAIN,
    /** A version that comes after a newer one. */
    REORDER,
    /** A newer good version at the same place. */
    CORRECTION,
    /** A newer version in another bucket of the same day. */
    MOVE_BUCKET,
    /** A newer version in another shift. */
    MOVE_SHIFT,
    /** A newer version on another day of the register. */
    MOVE_DAY,
    /** A newer version in another month. */
    MOVE_MONTH,
    /** Another message written at the same time. */
    TIE,
    /** A good version that is deleted. */
    DELETE,
    /** A delete that comes before anything else of its document, and the original after it. */
    DELETE_FIRST,
    /** A bad version that is mended. */
    BAD_THEN_GOOD,
    /** A good version that is spoilt. */
    GOOD_THEN_BAD,
    /** A document of a time four weeks or more before that of one that came earlier. */
    MONTH_LATE,
    /** A document of a time a year or more after it was written. */
    FUTURE,
    /** A number of a register that it had in another scope. */
    NEW_SCOPE,
    /** A register that has most of a history's deliveries. */
    HOT_REGISTER,
    /** A cell that loses its last document. */
    EMPTIED_CELL,
    /** A document that comes through another partition than before. */
    SEVERAL_PARTITIONS,
    /** A message that is no document. */
    NO_DOCUMENT
}
