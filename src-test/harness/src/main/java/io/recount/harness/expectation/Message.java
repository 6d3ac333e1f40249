package io.recount.harness.expectation;

import java.util.List;

/** What one message turns out to be. */
sealed interface Message {

    /** Neither a document nor ignored by a rule: no place, id or version can be read. */
    record Rejected(String reason) implements Message {}

    /** No document, by a rule of the model. */
    record Ignored(String rule) implements Message {}

    /**
     * A version of a document.
     *
     * @param hash of the message's bytes, decides between versions written at the same time
     */
    record Version(DocumentId id, Place place, long writtenAt, long hash, Content content) implements Message {

        boolean isNewerThan(Version other) {
            return writtenAt != other.writtenAt
                    ? writtenAt > other.writtenAt
                    : Long.compareUnsigned(hash, other.hash) > 0;
        }

        boolean isSameAs(Version other) {
            return writtenAt == other.writtenAt && hash == other.hash;
        }
    }

    /**
     * Which document a message is a version of.
     *
     * @param number a Long or a String, as the model has it
     */
    record DocumentId(String register, String scope, Object number) {}

    /**
     * Where a version belongs.
     *
     * @param time of the document, microseconds since 1970
     */
    record Place(long shift, long time) {}

    /** What a version says. */
    sealed interface Content {}

    /** The document is gone. */
    record Deleted() implements Content {}

    /** The place could be read, this could not. */
    record Bad(String reason) implements Content {}

    /**
     * Everything a good version adds to reports.
     *
     * @param fields values of the merchant's fields
     */
    record Good(Parts parts, List<FieldValue> fields) implements Content {}

    /** One value of one of the merchant's fields, and the parts its measures are made of. */
    record FieldValue(String field, String value, Parts parts) {}
}
