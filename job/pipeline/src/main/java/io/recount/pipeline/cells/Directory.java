package io.recount.pipeline.cells;

import io.recount.cells.DocumentId;
import io.recount.cells.Mark;
import io.recount.cells.PackedReader;
import io.recount.cells.PackedWriter;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What of a register is in state, and what is known of the rest: the pages that are in state, and marks, beyond which ids
 * and pages are certainly new.
 *
 * <p>Invariants: a page that is in state is there with all its documents; a document whose newest version lies in no such
 * page is not in state. Every accepted version moves the marks.
 */
final class Directory extends Part {

    /** A register gets a new scope once in years; one that makes scopes up pays look-ups, and no heap. */
    private static final int MOST_SCOPES = 8;

    private static final int OVERHEAD_BYTES = 400;
    private static final int PAGE_BYTES = 120;

    private static final int COMPLETE = 1;
    private static final int SCOPES_FORGOTTEN = 2;

    private final Map<String, Scope> ids = new LinkedHashMap<>(8, 0.75f, true);
    private final Map<Long, Touch> pages = new HashMap<>();
    private long lastPage = -1;
    private @Nullable Touch lastTouch;
    private Mark pageMark = Mark.NONE;
    private @Nullable String lastName;
    private @Nullable Scope lastScope;
    private boolean complete;
    private boolean scopesForgotten;
    /** At least every number that was accepted in a scope whose mark was forgotten. */
    private long forgottenUpTo = Mark.NOTHING;

    /** When a timer looks for pages to evict, event time in milliseconds; 0 if there is none. */
    private long evictionMillis;

    /** When a page was last touched. */
    static final class Touch {
        /** By event time. */
        long millis;
        /** The last barrier before it. */
        long barrier;

        Touch(long millis, long barrier) {
            this.millis = millis;
            this.barrier = barrier;
        }
    }

    /** How far the ids of a scope have been seen. */
    private static final class Scope {
        Mark mark;

        Scope(Mark mark) {
            this.mark = mark;
        }
    }

    private Directory() {}

    /** Of a register that has no documents yet. */
    static Directory ofNew() {
        Directory directory = new Directory();
        directory.complete = true;
        directory.changed();
        return directory;
    }

    /** Of a register of which nothing is in state. */
    static Directory of(PastDocuments.Seen seen) {
        Directory directory = new Directory();
        seen.greatestIds().forEach((scope, numbers) -> directory.putScope(scope, Mark.of(numbers)));
        directory.pageMark = Mark.of(seen.greatestPages());
        directory.changed();
        return directory;
    }

    /** Whether an id that is not in state was certainly never accepted; {@code sequential} ids only can tell by number. */
    boolean isNew(DocumentId id, boolean sequential) {
        if (complete) {
            return true;
        }
        if (!sequential) {
            return false;
        }
        return markOf(id.scope()).isNew(id.number());
    }

    /** Whether no id of a chunk can have been accepted: there is nothing of it in state either. */
    boolean isNewChunk(DocumentId chunk, int slots, boolean sequential) {
        if (!sequential) {
            return false;
        }
        Mark mark = markOf(chunk.scope());
        long first = chunk.number() * slots;
        return mark.isNew(first) && mark.isNew(first + slots - 1);
    }

    /** Whether a page is in state or certainly empty. */
    boolean isThere(long page) {
        return complete || pageMark.isNew(page) || holds(page);
    }

    boolean holds(long page) {
        return touchOf(page) != null;
    }

    /** Most documents are of the page of the one before. */
    private @Nullable Touch touchOf(long page) {
        if (page != lastPage || lastTouch == null) {
            lastPage = page;
            lastTouch = pages.get(page);
        }
        return lastTouch;
    }

    /** A version was accepted. */
    void accept(DocumentId id, long page, boolean sequential) {
        if (sequential) {
            accept(id);
        }
        Mark movedPage = pageMark.accepting(page);
        if (!movedPage.equals(pageMark)) {
            pageMark = movedPage;
            changed();
        }
    }

    private void accept(DocumentId id) {
        Scope scope = scopeOf(id.scope());
        if (scope == null) {
            scope = putScope(id.scope(), ofAbsent());
        }
        Mark moved = scope.mark.accepting(id.number());
        if (!moved.equals(scope.mark)) {
            scope.mark = moved;
            changed();
        }
    }

    private Mark markOf(String name) {
        Scope scope = scopeOf(name);
        return scope == null ? ofAbsent() : scope.mark;
    }

    /** A scope that is not here is new, or one of those whose marks were forgotten. */
    private Mark ofAbsent() {
        return scopesForgotten ? new Mark(forgottenUpTo, Mark.NOTHING, Mark.NOTHING) : Mark.NONE;
    }

    /** Most documents are of the scope of the one before. */
    private @Nullable Scope scopeOf(String name) {
        if (!name.equals(lastName)) {
            lastScope = ids.get(name);
            lastName = name;
        }
        return lastScope;
    }

    private Scope putScope(String name, Mark mark) {
        Scope scope = new Scope(mark);
        ids.put(name, scope);
        lastName = name;
        lastScope = scope;
        if (ids.size() > MOST_SCOPES) {
            String eldest = ids.keySet().iterator().next();
            Mark forgotten = Objects.requireNonNull(ids.remove(eldest)).mark;
            forgottenUpTo = Math.max(forgottenUpTo, Math.max(forgotten.upTo(), forgotten.greatestBeyond()));
            scopesForgotten = true;
        }
        return scope;
    }

    /** The page is in state, and was touched. */
    void touch(long page, long millis, long barrier, long toleranceMillis) {
        Touch touch = touchOf(page);
        if (touch == null) {
            pages.put(page, new Touch(millis, barrier));
            changed();
        } else {
            if (barrier != touch.barrier) {
                touch.barrier = barrier;
                changed();
            }
            if (millis - touch.millis > toleranceMillis) {
                touch.millis = millis;
                changed();
            }
        }
    }

    /** The page is no longer in state. */
    void evicted(long page) {
        pages.remove(page);
        lastTouch = null;
        complete = false;
        changed();
    }

    Map<Long, Touch> pages() {
        return pages;
    }

    long evictionMillis() {
        return evictionMillis;
    }

    void setEvictionMillis(long millis) {
        evictionMillis = millis;
        changed();
    }

    @Override
    int heapBytes() {
        return OVERHEAD_BYTES + pages.size() * PAGE_BYTES;
    }

    byte[] toBytes() {
        PackedWriter out = new PackedWriter();
        out.unsigned((complete ? COMPLETE : 0) | (scopesForgotten ? SCOPES_FORGOTTEN : 0));
        out.signed(evictionMillis);
        pageMark.write(out);
        out.signed(forgottenUpTo);
        out.unsigned(ids.size());
        ids.forEach((name, scope) -> {
            out.text(name);
            scope.mark.write(out);
        });
        out.unsigned(pages.size());
        pages.forEach((page, touch) -> {
            out.signed(page);
            out.signed(touch.millis);
            out.unsigned(touch.barrier);
        });
        return out.toBytes();
    }

    static Directory read(byte[] packed) {
        PackedReader in = new PackedReader(packed);
        Directory directory = new Directory();
        long flags = in.unsigned();
        directory.complete = (flags & COMPLETE) != 0;
        directory.scopesForgotten = (flags & SCOPES_FORGOTTEN) != 0;
        directory.evictionMillis = in.signed();
        directory.pageMark = Mark.read(in);
        directory.forgottenUpTo = in.signed();
        for (long left = in.unsigned(); left > 0; left--) {
            directory.ids.put(in.text(), new Scope(Mark.read(in)));
        }
        for (long left = in.unsigned(); left > 0; left--) {
            directory.pages.put(in.signed(), new Touch(in.signed(), in.unsigned()));
        }
        return directory;
    }
}
