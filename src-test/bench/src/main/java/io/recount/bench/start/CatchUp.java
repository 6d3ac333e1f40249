package io.recount.bench.start;

import io.recount.demo.clickhouse.ClickHouseHttp;
import io.recount.demo.clickhouse.ResultRows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How a job worked off what had come before it was submitted, by its rows of the ledger.
 *
 * @param submittedMillis when it was submitted, milliseconds since 1970
 * @param commits ascending, at least one
 */
record CatchUp(long submittedMillis, List<Commit> commits) {

    /** Of a commit's speed as compared with the usual one. */
    private static final double FULL = 0.9;

    private static final double MILLIS = 1_000.0;

    CatchUp {
        commits = List.copyOf(commits);
        if (commits.isEmpty()) {
            throw new IllegalArgumentException("A job that committed nothing was not measured");
        }
    }

    /**
     * A row of the ledger.
     *
     * @param atMillis when it was written, milliseconds since 1970
     * @param messages that are published by then, of all submissions
     */
    record Commit(long atMillis, long messages) {}

    /** Of the newest submission. */
    static CatchUp ofNewest(long submittedMillis, ClickHouseHttp clickHouse) {
        List<Commit> commits = new ArrayList<>();
        try (ResultRows rows = clickHouse.rows("""
                SELECT toUnixTimestamp64Milli(committed_at), arraySum(`positions.next_offset`) FROM commits
                WHERE kind = 'commit' AND timeline = (SELECT max(timeline) FROM commits) ORDER BY checkpoint""")) {
            rows.forEachRemaining(row -> commits.add(new Commit(row.number(0), row.number(1))));
        }
        return new CatchUp(submittedMillis, commits);
    }

    Duration toFirstCommit() {
        return since(commits.get(0));
    }

    Duration toLastCommit() {
        return since(commits.get(commits.size() - 1));
    }

    /** Messages a second from the first commit to the last: without what a start costs in any case. */
    double messagesPerSecond() {
        return speed(commits.get(0), commits.get(commits.size() - 1));
    }

    /** From the submission to the first commit that took on messages at nine tenths of a speed; empty if none did. */
    Optional<Duration> toFullSpeed(double usualPerSecond) {
        for (int i = 1; i < commits.size(); i++) {
            if (speed(commits.get(i - 1), commits.get(i)) >= FULL * usualPerSecond) {
                return Optional.of(since(commits.get(i)));
            }
        }
        return Optional.empty();
    }

    private static double speed(Commit from, Commit to) {
        return MILLIS * (to.messages() - from.messages()) / Math.max(1, to.atMillis() - from.atMillis());
    }

    private Duration since(Commit commit) {
        return Duration.ofMillis(commit.atMillis() - submittedMillis);
    }
}
