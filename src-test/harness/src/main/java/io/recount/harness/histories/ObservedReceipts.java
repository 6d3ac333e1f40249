package io.recount.harness.histories;

import io.recount.harness.histories.Written.ReceiptId;
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

/** The receipts of one history, as far as they were delivered. */
final class ObservedReceipts {

    private static final Duration FOUR_WEEKS = Duration.ofDays(28);
    private static final Duration YEAR = Duration.ofDays(365);
    private static final XXHash64 HASH = XXHashFactory.safeInstance().hash64();

    private final Duration bucket;
    private final Consumer<Kind> happened;
    private final Map<ReceiptId, Known> receipts = new HashMap<>();
    private final Map<Cell, Set<ReceiptId>> cells = new HashMap<>();
    private @Nullable Instant greatestPrintedAt;

    ObservedReceipts(Duration bucket, Consumer<Kind> happened) {
        this.bucket = bucket;
        this.happened = happened;
    }

    private record Cell(String register, long shift, Instant bucket) {}

    /** What is known of one receipt. */
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
        Known receipt = receipts.get(message.id());
        if (receipt == null) {
            first(message);
            receipt = new Known();
            receipts.put(message.id(), receipt);
        }
        if (receipt.partitions.add(step.partition()) && receipt.partitions.size() > 1) {
            happened.accept(Kind.SEVERAL_PARTITIONS);
        }
        if (receipt.seen.add(message)) {
            next(receipt, message);
        } else {
            happened.accept(message.equals(receipt.newest) ? Kind.DUPLICATE : Kind.SUPERSEDED_AGAIN);
        }
    }

    private void first(Written message) {
        Instant printedAt = message.spot().printedAt();
        ReceiptId id = message.id();
        if (printedAt.isAfter(message.writtenAt().plus(YEAR))) {
            happened.accept(Kind.FUTURE);
        } else if (greatestPrintedAt == null || printedAt.isAfter(greatestPrintedAt)) {
            greatestPrintedAt = printedAt;
        } else if (printedAt.isBefore(greatestPrintedAt.minus(FOUR_WEEKS))) {
            happened.accept(Kind.MONTH_LATE);
        }
        if (receipts.keySet().stream().anyMatch(other -> other.isOfAnotherScope(id))) {
            happened.accept(Kind.NEW_SCOPE);
        }
    }

    private void next(Known receipt, Written message) {
        Written newest = receipt.newest;
        if (newest == null || isNewer(message, newest)) {
            if (newest != null) {
                Changes.of(newest, message, bucket).forEach(happened);
                leave(newest, message);
            }
            join(message);
            receipt.newest = message;
            return;
        }
        happened.accept(message.writtenAt().equals(newest.writtenAt()) ? Kind.TIE : Kind.REORDER);
        if (newest.state() == State.DELETED && receipt.seen.size() == 2) {
            happened.accept(Kind.DELETE_FIRST);
        }
    }

    private void join(Written message) {
        if (message.state() != State.DELETED) {
            cells.computeIfAbsent(cell(message), empty -> new HashSet<>()).add(message.id());
        }
    }

    private void leave(Written old, Written next) {
        Set<ReceiptId> members = cells.get(cell(old));
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
