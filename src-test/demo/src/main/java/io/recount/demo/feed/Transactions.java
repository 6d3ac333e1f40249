package io.recount.demo.feed;

import io.recount.local.Await;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.Producer;

/**
 * Puts what a producer sends into transactions of a fraction of a second each. They end by the clock: the next delivery may be
 * long in coming, and readers are not to wait for it.
 */
final class Transactions implements AutoCloseable {

    private static final Duration LENGTH = Duration.ofMillis(200);
    private static final Duration END = Duration.ofMinutes(1);

    private final Producer<?, ?> producer;
    private final Consumer<RuntimeException> failed;
    private final Set<Integer> touched = new HashSet<>();
    private final Thread clock = new Thread(this::commitByTheClock, "transactions");
    private volatile boolean over;
    private long marks;

    private Transactions(Producer<?, ?> producer, Consumer<RuntimeException> failed) {
        this.producer = producer;
        this.failed = failed;
        clock.setDaemon(true);
    }

    /** {@code failed} is told of a commit that failed. */
    static Transactions of(Producer<?, ?> producer, Consumer<RuntimeException> failed) {
        producer.initTransactions();
        Transactions transactions = new Transactions(producer, failed);
        transactions.clock.start();
        return transactions;
    }

    synchronized void send(int partition, Runnable sending) {
        if (touched.isEmpty()) {
            producer.beginTransaction();
        }
        touched.add(partition);
        sending.run();
    }

    /** What the broker has written beside the messages: a mark of each transaction in each partition. */
    synchronized long marks() {
        return marks;
    }

    private void commitByTheClock() {
        try {
            while (!Await.within(() -> over, LENGTH)) {
                commit();
            }
        } catch (RuntimeException e) {
            failed.accept(e);
        }
    }

    private synchronized void commit() {
        if (!touched.isEmpty()) {
            producer.commitTransaction();
            marks += touched.size();
            touched.clear();
        }
    }

    /** Commits what is left. */
    @Override
    public void close() {
        over = true;
        try {
            clock.join(END.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        commit();
    }
}
