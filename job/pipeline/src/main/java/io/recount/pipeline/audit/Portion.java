package io.recount.pipeline.audit;

import io.recount.pipeline.schema.Schema;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What is audited by one query: some registers of one shard over some time. So many documents at once that the server's
 * memory has a limit.
 *
 * @param registers at least one
 * @param fromSeconds the least time a bucket begins at, seconds since 1970
 * @param toSeconds no bucket begins here or later
 * @param shiftsFromSeconds which shifts are audited: those with a document in this range; shifts are never divided
 * @param shiftsToSeconds the end of that range; the same as its begin for none
 */
public record Portion(
        List<String> registers, long fromSeconds, long toSeconds, long shiftsFromSeconds, long shiftsToSeconds) {

    /** The end of all times that a bucket can begin at. */
    public static final long END_SECONDS = 1L << 32;

    public Portion {
        registers = List.copyOf(registers);
    }

    boolean hasShifts() {
        return shiftsFromSeconds < shiftsToSeconds;
    }

    /** A condition for rows of its registers. */
    String among(String key) {
        return registers.stream().map(Schema::literal).collect(Collectors.joining(", ", key + " IN (", ")"));
    }

    static boolean isAllTime(long from, long to) {
        return from <= 0 && to >= END_SECONDS;
    }
}
