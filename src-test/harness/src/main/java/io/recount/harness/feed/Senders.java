package io.recount.harness.feed;

import java.time.Instant;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;

/** What many senders send, in order of sending; at equal times in the order of the senders. */
public final class Senders implements Iterator<Draft> {

    private final PriorityQueue<Turn> turns =
            new PriorityQueue<>(Comparator.comparing(Turn::at).thenComparingInt(Turn::index));
    private long sent;

    public Senders(List<? extends Sender> senders) {
        for (int index = 0; index < senders.size(); index++) {
            queue(senders.get(index), index);
        }
    }

    @Override
    public boolean hasNext() {
        return !turns.isEmpty();
    }

    @Override
    public Draft next() {
        if (turns.isEmpty()) {
            throw new NoSuchElementException("All documents were sent; ask hasNext() first");
        }
        Turn turn = turns.remove();
        Draft draft = turn.sender().send(++sent);
        queue(turn.sender(), turn.index());
        return draft;
    }

    private void queue(Sender sender, int index) {
        if (sender.hasNext()) {
            turns.add(new Turn(sender.sendsAt(), sender, index));
        }
    }

    private record Turn(Instant at, Sender sender, int index) {}
}
