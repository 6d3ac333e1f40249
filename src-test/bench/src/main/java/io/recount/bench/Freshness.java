package io.recount.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How old the newest document of a register was when the ledger first covered it: one sample for each commit and each
 * register of which it covers something new. Of an even stream that is what a person who looks at a report waits for.
 *
 * @param sortedMillis the samples, ascending
 */
record Freshness(List<Long> sortedMillis) {

    Freshness {
        sortedMillis = sortedMillis.stream().sorted().toList();
    }

    /**
     * A row of the ledger.
     *
     * @param nextOffsets by partition, the first offset that is not covered
     */
    record Commit(long checkpoint, long committedMillis, Map<Integer, Long> nextOffsets) {

        boolean covers(Read document) {
            return nextOffsets.getOrDefault(document.partition(), 0L) > document.offset();
        }
    }

    /** A document as the broker has it. */
    record Read(String register, int partition, long offset, long appendedMillis) {}

    /** Documents that no commit covers give no sample. */
    static Freshness of(List<Commit> commits, List<Read> documents) {
        List<Commit> ascending = commits.stream()
                .sorted(Comparator.comparingLong(Commit::checkpoint))
                .toList();
        List<Read> left = documents;
        List<Long> samples = new ArrayList<>();
        for (Commit commit : ascending) {
            Map<Boolean, List<Read>> byCoverage = left.stream().collect(Collectors.partitioningBy(commit::covers));
            Map<String, Long> newest = new HashMap<>();
            for (Read document : byCoverage.getOrDefault(true, List.of())) {
                newest.merge(document.register(), document.appendedMillis(), Math::max);
            }
            newest.values().forEach(appended -> samples.add(commit.committedMillis() - appended));
            left = byCoverage.getOrDefault(false, List.of());
        }
        return new Freshness(samples);
    }

    Freshness and(Freshness other) {
        List<Long> both = new ArrayList<>(sortedMillis);
        both.addAll(other.sortedMillis);
        return new Freshness(both);
    }

    /** The smallest sample that at least this share of all samples does not exceed. */
    long percentileMillis(double share) {
        if (sortedMillis.isEmpty()) {
            throw new IllegalStateException("Nothing was published in this window; there is no freshness to tell");
        }
        int rank = (int) Math.ceil(share * sortedMillis.size());
        return sortedMillis.get(Math.max(rank, 1) - 1);
    }

    /** The median and the slowest hundredth. */
    @Override
    public String toString() {
        return "p50 %,d ms, p99 %,d ms".formatted(percentileMillis(0.5), percentileMillis(0.99));
    }
}
