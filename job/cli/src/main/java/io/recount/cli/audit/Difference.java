package io.recount.cli.audit;

import java.util.List;

/**
 * A published row that is not what the documents say.
 *
 * @param key of which row
 * @param kind what is wrong with it
 * @param measures that differ; of a row that is missing or should not be there its documents or errors only
 * @param timeSeconds a time by which its shift is found, seconds since 1970: the begin of its bucket, of a shift that of
 *     some document
 */
public record Difference(Key key, Kind kind, List<Measured> measures, long timeSeconds) {

    public Difference {
        measures = List.copyOf(measures);
    }

    /**
     * Of a row.
     *
     * @param bucketSeconds begin of the bucket; -1 of a shift
     * @param field of a field cell, else empty
     */
    public record Key(String table, String register, String shift, long bucketSeconds, String field, String value) {

        boolean isOfTheShiftOf(Key other) {
            return register.equals(other.register) && shift.equals(other.shift);
        }
    }

    /** One number, as people read it. */
    public record Measured(String name, String published, String expected) {}

    /** What is wrong. */
    public enum Kind {
        WRONG_VALUE("wrong value"),
        /** The documents say that there is something. */
        MISSING_ROW("missing row"),
        /** All its documents are elsewhere by now, or deleted. */
        STALE_ROW("stale row"),
        /** No document has ever been there. */
        EXTRA_ROW("extra row"),
        /** No job has its version, and no row of a job outranks it. */
        PLANTED_VERSION("planted version"),
        /** Rows of one version that say different things: a merge keeps any of them. */
        TWO_VALUES("two values of one version"),
        /** A shift and its cells contradict each other, and neither the documents. */
        NOT_THE_SUM("not the sum of its cells");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }
}
