package io.recount.pipeline.cells;

/** A part of a register that is in state as a whole, and for now on the heap. */
abstract class Part {

    private int accountedBytes;
    /** Since the last snapshot. */
    private boolean used = true;
    /** Differs from what is in state. */
    private boolean stale;

    /** About what it takes of the heap. */
    abstract int heapBytes();

    /** How much more it takes than when this was asked last. */
    final int growth() {
        int now = heapBytes();
        int growth = now - accountedBytes;
        accountedBytes = now;
        return growth;
    }

    /** What it was last known to take. */
    final int accountedBytes() {
        return accountedBytes;
    }

    final void use() {
        used = true;
    }

    /** Whether it was used since this was asked last. */
    final boolean wasUsed() {
        boolean was = used;
        used = false;
        return was;
    }

    final boolean isStale() {
        return stale;
    }

    final void changed() {
        stale = true;
    }

    final void written() {
        stale = false;
    }
}
