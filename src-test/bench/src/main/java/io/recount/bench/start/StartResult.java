package io.recount.bench.start;

import io.recount.demo.verdict.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What was measured.
 *
 * @param withState a job that began from a savepoint with everything in state, {@code withoutState} one from the ledger
 * @param readBackQueries requests to ClickHouse of the job without state, {@code documentsReadBack} rows they gave
 */
record StartResult(
        int registers,
        CatchUp withState,
        CatchUp withoutState,
        long registersKnown,
        long readBackQueries,
        long documentsReadBack,
        Verdict verdict) {

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("%,d registers; seconds from the submission     first commit   full speed    caught up   messages/s"
                .formatted(registers));
        lines.add(line("from a savepoint", withState));
        lines.add(line("without state", withoutState));
        lines.add("without state: %,d registers known, %,d rows of documents read back by %,d requests"
                .formatted(registersKnown, documentsReadBack, readBackQueries));
        lines.add(verdict.line());
        return lines;
    }

    private String line(String what, CatchUp catchUp) {
        return "%-46s %12.1f %12s %12.1f %,12.0f"
                .formatted(
                        what,
                        seconds(catchUp.toFirstCommit()),
                        fullSpeed(catchUp).map("%.1f"::formatted).orElse("not reached"),
                        seconds(catchUp.toLastCommit()),
                        catchUp.messagesPerSecond());
    }

    private Optional<Double> fullSpeed(CatchUp catchUp) {
        return catchUp.toFullSpeed(withState.messagesPerSecond()).map(StartResult::seconds);
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1_000.0;
    }

    /** The same for programs. */
    Map<String, Object> values() {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("registers", registers);
        values.put("withState", values(withState));
        values.put("withoutState", values(withoutState));
        values.put("registersKnown", registersKnown);
        values.put("readBackQueries", readBackQueries);
        values.put("documentsReadBack", documentsReadBack);
        values.put("exact", verdict.isExact());
        return values;
    }

    private Map<String, Object> values(CatchUp catchUp) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("firstCommitSeconds", seconds(catchUp.toFirstCommit()));
        fullSpeed(catchUp).ifPresent(reached -> values.put("fullSpeedSeconds", reached));
        values.put("caughtUpSeconds", seconds(catchUp.toLastCommit()));
        values.put("messagesPerSecond", catchUp.messagesPerSecond());
        return values;
    }
}
