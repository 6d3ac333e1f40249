package io.recount.pipeline.requests;

import io.recount.cells.FrozenLine;
import io.recount.kafka.ControlTopic;
import io.recount.kafka.LogName;
import io.recount.kafka.LogPartition;
import io.recount.pipeline.types.RequestStatus;
import io.recount.pipeline.types.RequestStatus.State;
import io.recount.pipeline.types.Sweep;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Requests that are not done, in the order in which they came, and how far their topic was read. They are worked on one
 * after another; a request that waits and asks for nothing that the one before it does not ask for is done with it.
 *
 * <p>Every change gives the requests whose rows have changed.
 */
final class RequestQueue {

    /** More wait in the topic: what is open is in memory and in every checkpoint. */
    static final int MOST_OPEN = 1_000;

    private static final long MOST_REGISTER_BYTES = 4 << 20;

    /** Of a DateTime. */
    private static final long LAST_SECOND = 0xFFFF_FFFFL;

    private final long defaultRate;
    private final long bucketSeconds;
    private final FrozenLine frozen;
    private final Map<LogPartition, Long> next;
    private final List<RequestStatus> open;
    private final Set<String> filed;

    /** Those that are done with the one that is worked on. No checkpoint has it: they are worked on behind it then. */
    private final Set<String> covered = new HashSet<>();

    private String coveringId = "";

    /**
     * What a checkpoint holds.
     *
     * @param filed ids of the job's own requests that were taken in, whatever became of them
     */
    record Snapshot(Map<LogPartition, Long> next, List<RequestStatus> open, Set<String> filed) {

        static final Snapshot EMPTY = new Snapshot(Map.of(), List.of(), Set.of());

        Snapshot {
            next = Map.copyOf(next);
            open = List.copyOf(open);
            filed = Set.copyOf(filed);
        }
    }

    /**
     * Goes on from a snapshot.
     *
     * @param defaultRate documents a second, of requests that name no rate
     * @param bucketSeconds of the model
     * @param frozen cells before it are not computed again
     */
    RequestQueue(Snapshot from, long defaultRate, long bucketSeconds, FrozenLine frozen) {
        this.defaultRate = defaultRate;
        this.bucketSeconds = bucketSeconds;
        this.frozen = frozen;
        this.next = new HashMap<>(from.next());
        this.open = new ArrayList<>(from.open());
        this.filed = new HashSet<>(from.filed());
    }

    /** Of which nothing is known yet. */
    static RequestQueue empty() {
        return new RequestQueue(Snapshot.EMPTY, 1, 1, FrozenLine.NONE);
    }

    Snapshot snapshot() {
        return new Snapshot(next, open, filed);
    }

    boolean isFull() {
        return open.size() >= MOST_OPEN
                || open.stream()
                                .flatMap(request -> request.registers().stream())
                                .mapToLong(String::length)
                                .sum()
                        >= MOST_REGISTER_BYTES;
    }

    /** The one to work on: the first that does not rest. */
    Optional<RequestStatus> current() {
        return open.stream().filter(request -> request.state() != State.PAUSED).findFirst();
    }

    /** Takes a message in. One that says nothing is answered, if it has an id, and passed over. */
    List<RequestStatus> take(ControlTopic.Message message) {
        LogName log = LogName.parse(message.log());
        next.put(new LogPartition(log, message.partition()), message.offset() + 1);
        byte[] json = message.value();
        if (json == null) {
            return List.of();
        }
        // A topic that is created again counts from 0 again.
        String ownId = "k" + log.topicId() + "-" + message.partition() + "-" + message.offset();
        RequestMessage asked;
        try {
            asked = RequestMessage.read(json, ownId);
        } catch (InvalidRequestException e) {
            String id = e.id().filter(its -> find(its) == null).orElse(ownId);
            return List.of(refused(id, message, String.valueOf(e.getMessage())));
        }
        if (asked instanceof RequestMessage.Order order) {
            return carryOut(order);
        }
        RequestMessage.Ask ask = (RequestMessage.Ask) asked;
        RequestStatus first = find(ask.id());
        if (first == null) {
            return add(ask, message);
        }
        // Sent twice: producers do.
        return isTheSame(first, requested(ask, message))
                ? List.of()
                : List.of(refused(
                        ownId,
                        message,
                        "id: " + ask.id() + " is that of an earlier request for something else, which is not done yet."
                                + " Write another one"));
    }

    private static boolean isTheSame(RequestStatus first, RequestStatus again) {
        return first.registers().equals(again.registers())
                && first.fromSeconds() == again.fromSeconds()
                && first.toSeconds() == again.toSeconds()
                && first.reason().equals(again.reason())
                && first.rate() == again.rate();
    }

    /**
     * Takes in a request that no message asks for but the job itself: once for each id, for as long as there is state or
     * rows of requests.
     */
    List<RequestStatus> file(RequestMessage.Ask ask, long nowMillis) {
        if (!RequestRules.isOwnId(ask.id())) {
            throw new IllegalArgumentException(ask.id() + " is none of the job's own");
        }
        return filed.add(ask.id()) ? add(ask, new ControlTopic.Message("", 0, 0, nowMillis, null)) : List.of();
    }

    /** Takes in the request for a day that is swept, once; of earlier days nothing has to be remembered then. */
    List<RequestStatus> sweep(LocalDate day, long nowMillis) {
        String id = Sweep.idOf(day);
        if (filed.contains(id)) {
            return List.of();
        }
        filed.removeIf(Sweep::isOf);
        Instant from = day.atStartOfDay(ZoneOffset.UTC).toInstant();
        return file(
                new RequestMessage.Ask(id, List.of(), from, from.plus(Duration.ofDays(1)), "daily sweep", 0),
                nowMillis);
    }

    /** Whether the job asked itself, and no message. */
    static boolean isOwn(RequestStatus request) {
        return request.log().isEmpty();
    }

    /** Whether a start asks for it once more: the job's own request that has failed. A day that is swept has its turn once. */
    static boolean isAskedAgain(RequestStatus request) {
        return isOwn(request) && request.state() == State.REFUSED && !Sweep.isOf(request.id());
    }

    private List<RequestStatus> add(RequestMessage.Ask ask, ControlTopic.Message message) {
        if (find(ask.id()) != null) {
            return List.of();
        }
        RequestStatus request = requested(ask, message);
        if (request.fromSeconds() >= request.toSeconds()) {
            return List.of(request.refused("No bucket begins between " + ask.from() + " and " + ask.to()
                    + ". Next: ask for a range with the begin of a bucket in it"));
        }
        if (request.toSeconds() <= frozen.seconds()) {
            return List.of(request.refused("All of it lies before retention.frozen.before, " + frozen
                    + ": these cells are frozen. Next: ask for a range that ends later"));
        }
        open.add(request);
        return List.of(request);
    }

    private RequestStatus requested(RequestMessage.Ask ask, ControlTopic.Message message) {
        return new RequestStatus(
                ask.id(),
                State.WAITING,
                message.log(),
                message.partition(),
                message.offset(),
                message.appendedAtMillis(),
                ask.registers().stream().sorted(Expansion.ORDER).distinct().toList(),
                roundedUp(ask.from()),
                roundedUp(ask.to()),
                ask.reason(),
                ask.rate() == 0 ? defaultRate : ask.rate(),
                "",
                0,
                0,
                0,
                RequestStatus.Cursor.before(0));
    }

    /** To the begin of a bucket. */
    private long roundedUp(Instant time) {
        long seconds = time.getEpochSecond() + (time.getNano() > 0 ? 1 : 0);
        return Math.min(LAST_SECOND, Math.floorDiv(seconds + bucketSeconds - 1, bucketSeconds) * bucketSeconds);
    }

    private static RequestStatus refused(String id, ControlTopic.Message message, String why) {
        return new RequestStatus(
                id,
                State.REFUSED,
                message.log(),
                message.partition(),
                message.offset(),
                message.appendedAtMillis(),
                List.of(),
                0,
                0,
                "",
                0,
                why,
                0,
                0,
                0,
                RequestStatus.Cursor.before(0));
    }

    /** About a request that is over or never was, an order changes nothing. */
    private List<RequestStatus> carryOut(RequestMessage.Order order) {
        RequestStatus request = find(order.id());
        if (request == null) {
            return List.of();
        }
        return switch (order.verb()) {
            case CANCEL -> List.of(put(request.in(State.CANCELLED)));
            case PAUSE -> List.of(put(request.in(State.PAUSED)));
            case RESUME -> request.state() == State.PAUSED ? List.of(put(request.in(State.WAITING))) : List.of();
        };
    }

    /** Work on it can't go on. */
    RequestStatus fail(RequestStatus request, String why) {
        RequestStatus failed = put(request.refused(why));
        if (isAskedAgain(failed)) {
            filed.remove(failed.id());
        }
        return failed;
    }

    /** Work begins, or has come further. */
    RequestStatus put(RequestStatus changed) {
        for (int i = 0; i < open.size(); i++) {
            if (open.get(i).id().equals(changed.id())) {
                if (changed.state().isOpen()) {
                    open.set(i, changed);
                } else {
                    open.remove(i);
                    covered.remove(changed.id());
                }
                return changed;
            }
        }
        return changed;
    }

    /**
     * All of it was handed to the cells: so is what those asked for that had come when it began, and that ask for no more.
     * One is done at a time, the request itself last, so that a checkpoint between two of them has the rest.
     */
    RequestStatus finish(RequestStatus request) {
        if (request.id().equals(coveringId)) {
            for (RequestStatus other : open) {
                if (other.state() == State.WAITING && covered.contains(other.id())) {
                    return put(other.in(State.DONE));
                }
            }
        }
        return put(request.in(State.DONE));
    }

    /** Work on a request begins. */
    RequestStatus begin(RequestStatus request, long documents) {
        if (request.pages() == 0 && request.cursor().equals(RequestStatus.Cursor.before(0))) {
            coveringId = request.id();
            covered.clear();
            for (RequestStatus other : open) {
                if (!other.id().equals(request.id()) && other.state() == State.WAITING && covers(request, other)) {
                    covered.add(other.id());
                }
            }
        }
        return put(request.begun(documents));
    }

    private static boolean covers(RequestStatus request, RequestStatus other) {
        return request.fromSeconds() <= other.fromSeconds()
                && request.toSeconds() >= other.toSeconds()
                && (request.registers().isEmpty()
                        || (!other.registers().isEmpty()
                                && new HashSet<>(request.registers()).containsAll(other.registers())));
    }

    private @Nullable RequestStatus find(String id) {
        return open.stream()
                .filter(request -> request.id().equals(id))
                .findFirst()
                .orElse(null);
    }
}
