package io.recount.pipeline.cells;

import io.recount.cells.DocumentFold;
import io.recount.cells.Outcome;
import io.recount.pipeline.types.Counters;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;

/** What became of documents: as metrics, and for the ledger what was counted since it was last told. */
final class OutcomeCounts {

    private final Map<Outcome, Counter> byOutcome = new EnumMap<>(Outcome.class);
    private final Counter ties;
    private final Counter late;
    private final Map<String, Long> told = new HashMap<>();

    OutcomeCounts(MetricGroup metrics) {
        for (Outcome outcome : Outcome.values()) {
            byOutcome.put(outcome, metrics.counter(Counters.of(outcome)));
        }
        ties = metrics.counter(Counters.TIES);
        late = metrics.counter(Counters.LATE);
    }

    /** What became of one, which came late or did not. */
    void add(DocumentFold.Step step, boolean cameLate) {
        Objects.requireNonNull(byOutcome.get(step.outcome())).inc();
        if (step.tie()) {
            ties.inc();
        }
        if (cameLate) {
            late.inc();
        }
    }

    /** Counts since the last call; none that is zero. */
    Map<String, Long> drain() {
        Map<String, Long> counts = new HashMap<>();
        byOutcome.forEach((outcome, counter) -> drain(Counters.of(outcome), counter, counts));
        drain(Counters.TIES, ties, counts);
        drain(Counters.LATE, late, counts);
        return counts;
    }

    private void drain(String name, Counter counter, Map<String, Long> counts) {
        long now = counter.getCount();
        long since = now - told.getOrDefault(name, 0L);
        if (since > 0) {
            told.put(name, now);
            counts.put(name, since);
        }
    }
}
