package io.recount.pipeline.requests;

import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.Pause;
import io.recount.clickhouse.RowVersion;
import io.recount.clickhouse.UntilAnswered;
import io.recount.kafka.ControlTopic;
import io.recount.pipeline.requests.RequestQueue.Snapshot;
import io.recount.pipeline.sources.HandOver;
import io.recount.pipeline.types.Invalidation;
import io.recount.pipeline.types.RequestStatus;
import io.recount.pipeline.types.RequestStatus.Cursor;
import io.recount.pipeline.types.RequestStatus.State;
import io.recount.pipeline.types.Sweep;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Works on the requests, one after another, beside the live documents: hands the cells a page after the other, no faster
 * than the request's rate, and listens to the topic in between.
 *
 * <p>With everything it hands over goes what a checkpoint behind it has to hold, so that work goes on behind the last page
 * that the checkpoint has.
 */
final class RequestLane implements HandOver.Work<RequestLane.Handed>, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RequestLane.class);
    private static final Duration IDLE = Duration.ofSeconds(5);
    private static final Duration BETWEEN_ROWS = Duration.ofSeconds(1);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);
    /** What was not used of the rate is lost then. */
    private static final Duration LONGEST_BURST = Duration.ofMillis(200);

    private final ControlTopic topic;
    private final Expansion expansion;
    private final Begin begin;
    private final List<RequestMessage.Ask> own;
    private final @Nullable Sweep sweep;
    private final long timeline;
    private final Clock clock;
    private RequestQueue queue;
    private final UntilAnswered reads = new UntilAnswered("The work on requests to compute cells again");
    private long told;
    private long lastLookNanos = System.nanoTime();
    private long lastRowNanos = System.nanoTime();
    private long dueNanos = System.nanoTime();

    /**
     * For the cells.
     *
     * @param invalidation null if there is only more to remember
     * @param documents that it takes to compute it; 0 of a row about a request
     * @param after what is known behind it
     * @param told how many rows of requests there were with it
     */
    record Handed(@Nullable Invalidation invalidation, long documents, Snapshot after, long told) {}

    /** What there is to go on from. */
    @FunctionalInterface
    interface Begin {
        RequestQueue queue() throws ClickHouseFailure, InterruptedException;
    }

    /**
     * Of one submission.
     *
     * @param own what the job itself asks for
     * @param sweep what it asks for once a day; null for nothing
     * @param timeline the submission's
     * @param told how many rows of requests the submission has written before
     */
    RequestLane(
            ControlTopic topic,
            Expansion expansion,
            Begin begin,
            List<RequestMessage.Ask> own,
            @Nullable Sweep sweep,
            long timeline,
            long told,
            Clock clock) {
        this.topic = topic;
        this.expansion = expansion;
        this.begin = begin;
        this.own = own;
        this.sweep = sweep;
        this.queue = RequestQueue.empty();
        this.timeline = timeline;
        this.told = told;
        this.clock = clock;
    }

    @Override
    public void run(HandOver.Taker<Handed> taker) throws ClickHouseFailure, InterruptedException {
        queue = reads.call(begin::queue);
        topic.seek(queue.snapshot().next());
        // What a run that was gone back from has written of them is not true any more.
        tell(queue.snapshot().open(), taker);
        for (RequestMessage.Ask ask : own) {
            tell(queue.file(ask, clock.millis()), taker);
        }
        remember(taker);
        while (true) {
            sweep(taker);
            listen(taker, queue.current().isPresent() ? Duration.ZERO : IDLE);
            Optional<RequestStatus> current = queue.current();
            if (current.isPresent()) {
                try {
                    work(begun(current.get(), taker), taker);
                } catch (ClickHouseFailure e) {
                    RequestStatus failed = queue.fail(current.get(), String.valueOf(e.getMessage()));
                    LOG.error(
                            "Request {} ends. {}{}",
                            failed.id(),
                            e.getMessage(),
                            RequestQueue.isAskedAgain(failed) ? " The next start of the job asks for it again." : "");
                    tell(List.of(failed), taker);
                }
            }
        }
    }

    private void sweep(HandOver.Taker<Handed> taker) throws InterruptedException {
        if (sweep != null) {
            tell(queue.sweep(sweep.dueAt(clock.instant()), clock.millis()), taker);
        }
    }

    private void remember(HandOver.Taker<Handed> taker) throws InterruptedException {
        taker.take(new Handed(null, 0, queue.snapshot(), told));
    }

    private void listen(HandOver.Taker<Handed> taker, Duration atMost) throws InterruptedException {
        lastLookNanos = System.nanoTime();
        if (queue.isFull() && queue.current().isPresent()) {
            return;
        }
        for (ControlTopic.Message message : topic.poll(atMost)) {
            tell(queue.take(message), taker);
            remember(taker);
        }
    }

    private void tell(List<RequestStatus> changed, HandOver.Taker<Handed> taker) throws InterruptedException {
        for (RequestStatus status : changed) {
            long version = RowVersion.of(timeline, ++told, 0).version();
            Invalidation row =
                    new Invalidation(status.id(), new Invalidation.Progress(status, clock.millis(), version));
            taker.take(new Handed(row, 0, queue.snapshot(), told));
        }
        lastRowNanos = System.nanoTime();
    }

    private RequestStatus begun(RequestStatus request, HandOver.Taker<Handed> taker)
            throws ClickHouseFailure, InterruptedException {
        if (request.state() == State.RUNNING) {
            return request;
        }
        RequestStatus begun = request.pages() > 0
                ? queue.put(request.in(State.RUNNING))
                : queue.begin(request, reads.call(() -> expansion.documents(request)));
        dueNanos = System.nanoTime();
        tell(List.of(begun), taker);
        return begun;
    }

    /** The next pages of a request, or its end. */
    private void work(RequestStatus request, HandOver.Taker<Handed> taker)
            throws ClickHouseFailure, InterruptedException {
        List<Expansion.Page> pages = reads.call(() -> expansion.next(request));
        if (!pages.isEmpty()) {
            hand(request, pages, taker);
        } else if (request.cursor().shard() + 1 < expansion.shards()) {
            queue.put(request.at(Cursor.before(request.cursor().shard() + 1)));
        } else {
            RequestStatus done;
            do {
                done = queue.finish(request);
                tell(List.of(done), taker);
            } while (!done.id().equals(request.id()));
        }
    }

    private void hand(RequestStatus begun, List<Expansion.Page> pages, HandOver.Taker<Handed> taker)
            throws InterruptedException {
        RequestStatus request = begun;
        for (Expansion.Page page : pages) {
            if (!pace(request, page, taker)) {
                return;
            }
            Cursor cursor = new Cursor(request.cursor().shard(), page.register(), page.page());
            request = queue.put(request.advanced(cursor, page.documents()));
            taker.take(new Handed(
                    new Invalidation(page.register(), new Invalidation.Page(request.id(), page.page())),
                    Math.max(1, page.documents()),
                    queue.snapshot(),
                    told));
            if (System.nanoTime() - lastRowNanos > BETWEEN_ROWS.toNanos()) {
                tell(List.of(request), taker);
            }
            if (System.nanoTime() - lastLookNanos > BETWEEN_LOOKS.toNanos() && !isStillOn(request, taker)) {
                return;
            }
        }
    }

    /** Listens; returns whether the request goes on. */
    private boolean isStillOn(RequestStatus request, HandOver.Taker<Handed> taker) throws InterruptedException {
        listen(taker, Duration.ZERO);
        return queue.current().filter(request::equals).isPresent();
    }

    /** Waits until the page's turn has come; returns whether the request goes on. */
    private boolean pace(RequestStatus request, Expansion.Page page, HandOver.Taker<Handed> taker)
            throws InterruptedException {
        dueNanos = Math.max(dueNanos, System.nanoTime() - LONGEST_BURST.toNanos());
        for (long left = dueNanos - System.nanoTime(); left > 0; left = dueNanos - System.nanoTime()) {
            Pause.REAL.pause(Duration.ofNanos(Math.min(left, BETWEEN_LOOKS.toNanos())));
            if (left > BETWEEN_LOOKS.toNanos() && !isStillOn(request, taker)) {
                return false;
            }
        }
        dueNanos += Math.max(1, page.documents()) * Duration.ofSeconds(1).toNanos() / request.rate();
        return true;
    }

    @Override
    public void close() {
        topic.close();
        expansion.close();
    }
}
