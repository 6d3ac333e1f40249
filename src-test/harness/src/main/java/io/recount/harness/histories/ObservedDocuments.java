package io.recount.harness.histories;

import io.recount.harness.histories.Written.DocumentId;
import io.recount.harness.histories.Written.State;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import net.jpountz.xxhash.XXHash64;
import net.jpountz.xxhash.XXHashFactory;
import org.jspecify.annotations.Nullable;

/** The documents of one history, as far as they were delivered. */
final class ObservedDocuments {

    private static final Duration FOUR_WEEKS = Duration.ofDays(28);
    private static final Duration YEAR = Duration.ofDays(365);
    private static final XXHash64 HASH = XXHashFactory.safeInstance().hash64();

    private final Duration bucket;
    private final Consumer<Kind> happened;
    private final Map<DocumentId, Known> documents = new HashMap<>();
    private final Map<Cell, Set<DocumentId>> cells = new HashMap<>();
    private @Nullable Instant greatest;

    ObservedDocuments(Duration bucket, Consumer<Kind> happened) {
        this.bucket = bucket;
        this.happened = happened;
    }

    private record Cell(String register, long shift, Instant bucket) {}

    /** What is known of one document. */
    private static final class Known {
        private final Set<Written> seen = new HashSet<>();
        private final Set<Integer> partitions = new HashSet<>();
        private @Nullable Written newest;
    }

    void take(Step step) {
        Written message = step.message();
        if (message.state() == State.NO_DOCUMENT) {
            happened.accept(Kind.NO_DOCUMENT);
            return;
        }
        Known document = documents.get(message.id());
        if (document == null) {
            first(message);
            document = new Known();
            documents.put(message.id(), document);
        }
        if (document.partitions.add(step.partition()) && document.partitions.size() > 1) {
            happened.accept(Kind.SEVERAL_PARTITIONS);
        }
        if (document.seen.add(message)) {
            next(document, message);
        } else {
            happened.accept(message.equals(document.newest) ? Kind.DUPLICATE : Kind.SUPERSEDED_AGAIN);
        }
    }

    private void first(Written message) {
        Instant at = message.spot().at();
        DocumentId id = message.id();
        if (at.isAfter(message.writtenAt().plus(YEAR))) {
            happened.accept(Kind.FUTURE);
        } else if (greatest == null || at.isAfter(greatest)) {
            greatest = at;
        } else if (at.isBefore(greatest.minus(FOUR_WEEKS))) {
            happened.accept(Kind.MONTH_LATE);
        }
        if (documents.keySet().stream().anyMatch(other -> other.isOfAnotherScope(id))) {
            happened.accept(Kind.NEW_SCOPE);
        }
    }

    private void next(Known document, Written message) {
        Written newest = document.newest;
        if (newest == null || isNewer(message, newest)) {
            if (newest != null) {
                Changes.of(newest, message, bucket).forEach(happened);
                leave(newest, message);
            }
            join(message);
            document.newest = message;
            return;
        }
        happened.accept(message.writtenAt().equals(newest.writtenAt()) ? Kind.TIE : Kind.REORDER);
        if (newest.state() == State.DELETED && document.seen.size() == 2) {
            happened.accept(Kind.DELETE_FIRST);
        }
    }

    private void join(Written message) {
        if (message.state() != State.DELETED) {
            cells.computeIfAbsent(cell(message), empty -> new HashSet<>()).add(message.id());
        }
    }

    private void leave(Written old, Written next) {
        Set<DocumentId> members = cells.get(cell(old));
        boolean stays = next.state() != State.DELETED && cell(next).equals(cell(old));
        if (members != null && !stays && members.remove(old.id()) && members.isEmpty()) {
            happened.accept(Kind.EMPTIED_CELL);
        }
    }

    private Cell cell(Written message) {
        return new Cell(message.id().register(), message.spot().shift(), Changes.bucket(message.spot(), bucket));
    }

    private static boolean isNewer(Written message, Written than) {
        int order = message.writtenAt().compareTo(than.writtenAt());
        return order != 0 ? order > 0 : Long.compareUnsigned(hash(message), hash(than)) > 0;
    }

    private static long hash(Written message) {
        byte[] bytes = message.bytes();
        return HASH.hash(bytes, 0, bytes.length, 0);
    }
}
