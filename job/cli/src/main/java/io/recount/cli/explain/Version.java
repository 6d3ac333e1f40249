package io.recount.cli.explain;

import com.clickhouse.client.api.query.GenericRecord;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Locale;

/**
 * One version of a document, as it is written in ClickHouse.
 *
 * @param rank where it stands among the versions of its document, by version and hash: equal ones are one version
 * @param isCovered the newest commit covers it
 * @param takesPart it has a value in the measure that is asked for
 */
record Version(
        String document,
        String version,
        BigInteger hash,
        State state,
        String reason,
        boolean isLate,
        boolean isCovered,
        long timeline,
        String topic,
        long partition,
        long offset,
        Instant appendedAt,
        Placed placed,
        boolean takesPart,
        long contribution,
        int rank) {

    enum State {
        GOOD,
        BAD,
        DELETED
    }

    /** Where it says that its document belongs. */
    record Placed(String shift, long bucketSeconds) {
        @Override
        public String toString() {
            return "shift " + shift + ", " + Instant.ofEpochSecond(bucketSeconds);
        }
    }

    /** Not of a job. */
    boolean isLoaded() {
        return timeline == 0;
    }

    /** Whether both are one version, written twice. */
    boolean isAgain(Version other) {
        return rank == other.rank;
    }

    boolean ties(Version other) {
        return version.equals(other.version) && !isAgain(other);
    }

    /** {@code rank} follows from the row before. */
    static Version of(GenericRecord row, int rank) {
        return new Version(
                row.getString("document"),
                row.getString("version_text"),
                new BigInteger(row.getString("hash_text")),
                State.valueOf(row.getString("state_word").toUpperCase(Locale.ROOT)),
                row.getString("reason_code"),
                row.getLong("is_late") != 0,
                row.getLong("is_covered") != 0,
                row.getLong("written_by"),
                row.getString("topic"),
                row.getLong("part"),
                row.getLong("position"),
                Instant.ofEpochMilli(row.getLong("appended_millis")),
                new Placed(row.getString("shift_key"), row.getLong("bucket_seconds")),
                row.getLong("takes_part") != 0,
                row.getLong("contribution"),
                rank);
    }
}
