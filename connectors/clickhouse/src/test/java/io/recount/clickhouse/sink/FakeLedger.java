package io.recount.clickhouse.sink;

import io.recount.clickhouse.Ledger;
import io.recount.clickhouse.Seal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.metrics.Counter;

/** A ledger in memory. */
final class FakeLedger implements StartLedger, StartLedger.Opener {

    private static final long serialVersionUID = 1;

    private final ArrayList<Seal> starts = new ArrayList<>();
    private final ArrayList<String> submissions = new ArrayList<>();
    private String submission = "";

    @Override
    public StartLedger open(SinkSettings settings, Counter retries) {
        submission = settings.submission();
        return this;
    }

    @Override
    public Optional<Ledger.Entry> newest() {
        if (starts.isEmpty()) {
            return Optional.empty();
        }
        int last = starts.size() - 1;
        return Optional.of(new Ledger.Entry(Ledger.Kind.START, submissions.get(last), starts.get(last)));
    }

    @Override
    public void start(Seal seal) {
        starts.add(seal);
        submissions.add(submission);
    }

    List<Seal> starts() {
        return List.copyOf(starts);
    }

    @Override
    public void close() {}
}
