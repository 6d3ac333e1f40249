package io.recount.harness.histories;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.SplittableRandom;

/** What the documents of a history are about. Whatever befalls them befalls those of every trade. */
public enum Trade {
    /** Receipts of cash registers: numbers that rise within a scope, shifts, hours. */
    RECEIPTS(Duration.ofHours(1), true) {
        @Override
        Wording wording(SplittableRandom random) {
            return new ReceiptWording(random);
        }
    },
    /** Readings of meters: texts as ids, no shifts, quarters of an hour. */
    READINGS(Duration.ofMinutes(15), false) {
        @Override
        Wording wording(SplittableRandom random) {
            return new ReadingWording(random);
        }
    };

    private final Duration bucket;
    private final boolean hasShifts;

    Trade(Duration bucket, boolean hasShifts) {
        this.bucket = bucket;
        this.hasShifts = hasShifts;
    }

    /** How the messages of one source of histories are worded. */
    abstract Wording wording(SplittableRandom random);

    /** The bucket of the shipped model. */
    public Duration bucket() {
        return bucket;
    }

    /** Whether documents have shifts. */
    boolean hasShifts() {
        return hasShifts;
    }

    /** What can happen to its documents. */
    public Set<Kind> kinds() {
        return hasShifts ? EnumSet.allOf(Kind.class) : EnumSet.complementOf(EnumSet.of(Kind.MOVE_SHIFT));
    }
}
