package io.recount.bench.load;

import io.recount.demo.verdict.Check;
import io.recount.harness.expectation.Comparison;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was measured and compared.
 *
 * @param fileBytes of the file as it is, {@code lineBytes} of its lines
 * @param took from the first start to the end of the last process
 * @param givenUp messages that were written in transactions which nobody committed: those of killed processes
 * @param lastWords what the process that got through said
 * @param tables rows of the job against what is expected of groups of registers
 */
record LoadKilledResult(
        long lines,
        long fileBytes,
        long lineBytes,
        int kills,
        Duration took,
        long givenUp,
        String lastWords,
        List<Check> checks,
        List<Comparison> tables) {

    boolean isExact() {
        return checks.stream().allMatch(Check::holds) && tables.stream().allMatch(Comparison::isExact);
    }

    List<String> words() {
        List<String> words = new ArrayList<>(List.of(
                "%,d lines, %,d MB, compressed %,d MB; killed %d times; %.1f s with all starts"
                        .formatted(lines, lineBytes / 1_000_000, fileBytes / 1_000_000, kills, seconds()),
                "messages of transactions that were given up: %,d".formatted(givenUp),
                "the last process said:",
                lastWords.stripTrailing()));
        checks.forEach(check -> words.add(check.toString()));
        words.add("rows of the job: %,d with %,d numbers, %,d rows differ"
                .formatted(
                        tables.stream().mapToLong(Comparison::rows).sum(),
                        tables.stream().mapToLong(Comparison::values).sum(),
                        tables.stream().mapToLong(Comparison::differingRows).sum()));
        words.add("verdict: " + (isExact() ? "exact" : "WRONG"));
        return words;
    }

    private double seconds() {
        return took.toMillis() / 1_000.0;
    }

    /** The same for programs. */
    Map<String, Object> values() {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("lines", lines);
        values.put("fileBytes", fileBytes);
        values.put("lineBytes", lineBytes);
        values.put("kills", kills);
        values.put("seconds", seconds());
        values.put("givenUp", givenUp);
        values.put("rows", tables.stream().mapToLong(Comparison::rows).sum());
        values.put("exact", isExact());
        return values;
    }
}
