package io.recount.demo.verdict;

import io.recount.demo.clickhouse.ClickHouseHttp;
import io.recount.demo.clickhouse.ResultRow;
import io.recount.demo.clickhouse.ResultRows;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The newest row of the ledger: what is published.
 *
 * @param positions by partition, the first offset that is not part of it
 * @param counters by name, what the job counted
 * @param marks how many of the offsets before the positions are those of marks of transactions, and of no message
 */
public record LedgerRow(long checkpoint, Map<Integer, Long> positions, Map<String, Long> counters, long marks) {

    private static final Set<String> OUTCOMES = Set.of("new", "corrected", "duplicate", "superseded", "bad");
    private static final String IGNORED = "ignored(";
    private static final String REJECTED = "rejected(";

    private static final String QUERY = """
            SELECT checkpoint, `positions.partition`, `positions.next_offset`,
                arrayStringConcat(mapKeys(counters), '\\n'), mapValues(counters)
            FROM commits ORDER BY timeline DESC, checkpoint DESC LIMIT 1""";

    /** Empty as long as no job has started. */
    public static Optional<LedgerRow> newest(ClickHouseHttp clickHouse) {
        try (ResultRows rows = clickHouse.rows(QUERY)) {
            return rows.hasNext() ? Optional.of(of(rows.next())) : Optional.empty();
        }
    }

    private static LedgerRow of(ResultRow row) {
        Map<Integer, Long> positions = new TreeMap<>();
        long[] partitions = row.numbers(1);
        for (int i = 0; i < partitions.length; i++) {
            positions.put((int) partitions[i], row.numbers(2)[i]);
        }
        Map<String, Long> counters = new TreeMap<>();
        String[] names = row.present(3).split("\n");
        long[] counts = row.numbers(4);
        for (int i = 0; i < counts.length; i++) {
            counters.put(names[i], counts[i]);
        }
        return new LedgerRow(row.number(0), positions, counters, 0);
    }

    /** The same, of which so many offsets are no messages. */
    public LedgerRow without(long offsets) {
        return new LedgerRow(checkpoint, positions, counters, offsets);
    }

    /** Messages that are published. */
    public long committed() {
        return positions.values().stream().mapToLong(Long::longValue).sum() - marks;
    }

    /** Whether everything below these ends is published. */
    public boolean reaches(Map<Integer, Long> endOffsets) {
        return endOffsets.entrySet().stream()
                .allMatch(end -> positions.getOrDefault(end.getKey(), 0L) >= end.getValue());
    }

    /** Records read from the source. */
    public long read() {
        return counters.getOrDefault("read", 0L);
    }

    /** Records that have an outcome; each has exactly one. */
    public long outcomes() {
        return sum(LedgerRow::isOutcome);
    }

    /** The same for people, outcome by outcome. */
    public String outcomesInWords() {
        return counters.entrySet().stream()
                .filter(counter -> isOutcome(counter.getKey()))
                .map(counter -> "%s %,d".formatted(counter.getKey(), counter.getValue()))
                .collect(Collectors.joining(", "));
    }

    private static boolean isOutcome(String counter) {
        return OUTCOMES.contains(counter) || counter.startsWith(IGNORED) || counter.startsWith(REJECTED);
    }

    public long ignored() {
        return sum(name -> name.startsWith(IGNORED));
    }

    public long rejected() {
        return sum(name -> name.startsWith(REJECTED));
    }

    private long sum(Predicate<String> which) {
        return counters.entrySet().stream()
                .filter(counter -> which.test(counter.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }
}
