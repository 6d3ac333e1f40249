package io.recount.clickhouse.sink;

import io.recount.clickhouse.Ledger;
import io.recount.clickhouse.RetryCounts;
import io.recount.clickhouse.Seal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A ledger in memory. */
final class FakeLedger implements StartLedger, StartLedger.Opener {

    private static final long serialVersionUID = 1;

    private static final Comparator<Ledger.Entry> BY_AGE = Comparator.comparing(
                    (Ledger.Entry entry) -> entry.seal().timeline())
            .thenComparing(entry -> entry.seal().checkpoint())
            .thenComparing(Ledger.Entry::kind);

    /** Never leaves the machine of the test. */
    private final transient List<Ledger.Entry> entries = new ArrayList<>();

    private String submission = "";
    private List<Integer> weights = List.of(1);
    private Instant clock = Instant.parse("2024-05-01T00:00:00Z");

    @Override
    public StartLedger open(SinkSettings settings, RetryCounts retries) {
        submission = settings.submission().id();
        weights = settings.submission().shardWeights();
        return this;
    }

    void setClock(Instant now) {
        clock = now;
    }

    @Override
    public Instant clock() {
        return clock;
    }

    @Override
    public Optional<Ledger.Entry> newest() {
        return entries.stream().max(BY_AGE);
    }

    @Override
    public Optional<Ledger.Entry> newestCommit() {
        return entries.stream()
                .filter(entry -> entry.kind() == Ledger.Kind.COMMIT)
                .max(BY_AGE);
    }

    @Override
    public void start(Seal seal) {
        entries.add(new Ledger.Entry(Ledger.Kind.START, submission, clock, seal, weights));
    }

    /** What the committer of the submission that started last would write. */
    void commit(Seal seal) {
        entries.add(new Ledger.Entry(Ledger.Kind.COMMIT, submission, clock, seal, weights));
    }

    List<Seal> starts() {
        return entries.stream()
                .filter(entry -> entry.kind() == Ledger.Kind.START)
                .map(Ledger.Entry::seal)
                .toList();
    }

    @Override
    public void close() {}
}
