package io.recount.local.relay;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Meets the first inserts into each table with one deed, as often as it is told, and passes the rest. Start rows of the
 * ledger do not count.
 */
public final class Faults implements Relay.Plan {

    private final Deed deed;
    private final int times;
    private final Map<String, AtomicInteger> inserts = new ConcurrentHashMap<>();

    public Faults(Deed deed, int times) {
        this.deed = deed;
        this.times = times;
    }

    @Override
    public Deed deed(Insert insert) {
        if (insert.table().equals("commits") && !insert.isLedgerRow()) {
            return Deed.PASS;
        }
        int before = inserts.computeIfAbsent(insert.table(), table -> new AtomicInteger())
                .getAndIncrement();
        return before < times ? deed : Deed.PASS;
    }

    /** In how many tables all of it has happened. */
    public long tables() {
        return inserts.values().stream().filter(count -> count.get() > times).count();
    }
}
