package io.recount.harness.histories;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts what happens in histories, from what is delivered and not from what was meant: a kind that no longer occurs
 * can't hide behind a generator that believes it does.
 */
public final class Observer {

    private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
    private final Duration bucket;

    public Observer(Duration bucket) {
        this.bucket = bucket;
        for (Kind kind : Kind.values()) {
            counts.put(kind, 0L);
        }
    }

    /** How often each kind occurred; all kinds are there. */
    public Map<Kind, Long> counts() {
        return Collections.unmodifiableMap(counts);
    }

    public void observe(List<Step> history) {
        ObservedDocuments documents = new ObservedDocuments(bucket, kind -> counts.merge(kind, 1L, Long::sum));
        Map<String, Integer> deliveriesOf = new HashMap<>();
        for (Step step : history) {
            deliveriesOf.merge(step.message().id().register(), 1, Integer::sum);
            documents.take(step);
        }
        int most = Collections.max(deliveriesOf.values());
        if (deliveriesOf.size() > 1 && most * 4 > history.size() * 3) {
            counts.merge(Kind.HOT_REGISTER, 1L, Long::sum);
        }
    }
}
