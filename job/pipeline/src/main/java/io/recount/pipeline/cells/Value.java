package io.recount.pipeline.cells;

import io.recount.cells.Aggregate;
import org.jspecify.annotations.Nullable;

/** The value of a cell, field cell or shift on the heap: the one last published, or one in the making. */
class Value extends Part {

    private static final int OVERHEAD_BYTES = 100;

    /** Published of most values that are in the making. Nobody changes it, so subtasks may share it. */
    private static final Aggregate NOTHING = new Aggregate();

    private Aggregate value;
    /** Null while the value is the published one. */
    private @Nullable Aggregate published;
    /** A removal could not be undone: the value must be folded again from the documents. */
    private boolean foldAgain;
    /** What readers see is not what this job published: the value is published whatever it is. */
    private boolean invalidated;

    /** {@code published} is owned by the new object. */
    Value(Aggregate published) {
        this.value = published;
    }

    Aggregate value() {
        return value;
    }

    /** The value last published. */
    Aggregate published() {
        return published == null ? value : published;
    }

    boolean isDirty() {
        return published != null;
    }

    /** From now on the value may be changed. Returns whether it could not before. */
    boolean begin() {
        if (published != null) {
            return false;
        }
        if (value.isUntouched()) {
            published = NOTHING;
        } else {
            published = value;
            value = published.copy();
        }
        return true;
    }

    void foldAgain() {
        foldAgain = true;
    }

    boolean mustFoldAgain() {
        return foldAgain;
    }

    void invalidate() {
        invalidated = true;
    }

    /** Whether readers must be told of the value that is {@code next}. */
    boolean differs(Aggregate next) {
        return invalidated || !next.equals(published());
    }

    /** Readers know the value {@code next}, or will. */
    void publish(Aggregate next) {
        if (!next.equals(published())) {
            changed();
        }
        value = next;
        published = null;
        foldAgain = false;
        invalidated = false;
    }

    @Override
    int heapBytes() {
        return OVERHEAD_BYTES
                + value.heapBytes()
                + (published == null || published.isUntouched() ? 0 : published.heapBytes());
    }
}
