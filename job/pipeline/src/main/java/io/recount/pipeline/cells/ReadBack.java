package io.recount.pipeline.cells;

import io.recount.cells.Document;
import io.recount.cells.DocumentFold;
import io.recount.cells.DocumentId;
import io.recount.cells.History;
import io.recount.clickhouse.Lineage;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.jspecify.annotations.Nullable;

/**
 * Decides what has to be read back before a document can be folded, and reads it for many at once: the marks of registers
 * of which nothing is in state, the versions of ids, then the pages that change.
 *
 * <p>Invariant: nothing is guessed. What is neither in state nor certainly new is asked for, and while it cannot be, the job
 * waits.
 */
final class ReadBack {

    /** Pages of a request: what is read is folded at once, and the heap has to hold it. */
    private static final int PAGES_AT_ONCE = 128;

    private final Registers registers;
    private final RegisterFold fold;
    private final FrozenCells frozen;
    private final RegisterFold.Touches arrived;
    private final Limits betweenPages;
    private final PastDocuments.Reader reader;
    private final StartProgress start;
    private final Counter pagesReadBack;
    private final Counter idsReadBack;
    private final Counter marksReadBack;

    /** Keeps to the limits of the heap; no register is held meanwhile. */
    @FunctionalInterface
    interface Limits {
        void settle() throws Exception;
    }

    /** {@code arrived} is told of pages that are in state now. */
    ReadBack(
            Registers registers,
            RegisterFold fold,
            FrozenCells frozen,
            RegisterFold.Touches arrived,
            Limits betweenPages,
            PastDocuments.Reader reader,
            StartProgress start,
            MetricGroup metrics) {
        this.registers = registers;
        this.fold = fold;
        this.frozen = frozen;
        this.arrived = arrived;
        this.betweenPages = betweenPages;
        this.reader = reader;
        this.start = start;
        this.pagesReadBack = metrics.counter("pagesReadBack");
        this.idsReadBack = metrics.counter("idsReadBack");
        this.marksReadBack = metrics.counter("marksReadBack");
    }

    /** An id of a register. */
    record Id(String register, DocumentId id) {}

    /** Whether a document can be folded with what is in state, or is certainly new. */
    boolean canFold(Register register, Document document) throws Exception {
        if (!register.isKnown()) {
            return false;
        }
        Directory directory = register.directory();
        boolean pageIsThere = directory.isThere(registers.paging().pageOf(document.cell()));
        Chunk chunk = registers.chunkOf(register, document.id());
        if (!chunk.holds(document.id())) {
            return pageIsThere && directory.isNew(document.id(), registers.sequential());
        }
        return pageIsThere || !joins(document, chunk.history(document.id()));
    }

    private static boolean joins(Document document, @Nullable History before) {
        return before == null || document.outranks(before.latest());
    }

    /** Whether all of a page is in state, or nothing is in it. */
    static boolean isThere(Register register, long page) {
        return register.isKnown() && register.directory().isThere(page);
    }

    /**
     * Has the state know what the documents and pages need.
     *
     * @param pages that are needed in any case, by register
     * @param history what was processed before the first of the documents
     * @return versions of ids that are not in state, because they change nothing
     */
    Map<Id, History> complete(List<Document> documents, Map<String, Set<Long>> pages, Lineage history)
            throws Exception {
        learn(documents, pages.keySet());
        Map<Id, History> found = readIds(documents, history);
        for (History written : found.values()) {
            // Of a page that is in state with all its documents: but for those that others wrote.
            Register register = registers.get(written.latest().key());
            if (isThere(register, registers.paging().pageOf(written.latest().cell()))) {
                fold.unite(register, written);
                registers.cache().trim();
            }
        }
        Map<String, Set<Long>> needed = new LinkedHashMap<>();
        for (Map.Entry<String, Set<Long>> entry : pages.entrySet()) {
            need(entry.getKey(), entry.getValue(), needed);
        }
        for (Document document : documents) {
            Register register = registers.get(document.key());
            Chunk chunk = registers.chunkOf(register, document.id());
            History inState = chunk.history(document.id());
            History before = inState == null ? found.get(new Id(document.key(), document.id())) : inState;
            if (joins(document, before)) {
                need(document.key(), Set.of(registers.paging().pageOf(document.cell())), needed);
            }
            if (inState == null && before != null && !before.knows(document)) {
                need(
                        document.key(),
                        Set.of(registers.paging().pageOf(before.latest().cell())),
                        needed);
            }
            registers.cache().trim();
        }
        readPages(needed, history);
        return found;
    }

    /**
     * Brings pages to the state as they are written, those that are there already, too.
     *
     * @return those of them that were in state; they may have changed
     */
    Map<String, Set<Long>> fetch(Map<String, Set<Long>> pages, Lineage history) throws Exception {
        learn(List.of(), pages.keySet());
        Map<String, Set<Long>> held = new LinkedHashMap<>();
        Map<String, Set<Long>> there = new LinkedHashMap<>();
        for (Map.Entry<String, Set<Long>> entry : pages.entrySet()) {
            Register register = registers.get(entry.getKey());
            for (long page : entry.getValue()) {
                if (isThere(register, page)) {
                    there.computeIfAbsent(entry.getKey(), key -> new TreeSet<>())
                            .add(page);
                }
                if (register.directory().holds(page)) {
                    held.computeIfAbsent(entry.getKey(), key -> new TreeSet<>()).add(page);
                }
            }
        }
        complete(List.of(), pages, history);
        if (!there.isEmpty()) {
            reader.byPage(there, history, new Uniter());
        }
        return held;
    }

    private void need(String key, Set<Long> pages, Map<String, Set<Long>> needed) throws Exception {
        Set<Long> missing = new TreeSet<>(pages);
        Register register = registers.get(key);
        missing.removeIf(page -> isThere(register, page));
        if (!missing.isEmpty()) {
            needed.computeIfAbsent(key, each -> new TreeSet<>()).addAll(missing);
        }
    }

    private void learn(List<Document> documents, Set<String> more) throws Exception {
        Set<String> unknown = new HashSet<>();
        for (Document document : documents) {
            addUnknown(document.key(), unknown);
        }
        for (String register : more) {
            addUnknown(register, unknown);
        }
        if (unknown.isEmpty()) {
            return;
        }
        start.begin(reader);
        Map<String, PastDocuments.Seen> seen = reader.seen(unknown);
        start.learned(seen.size());
        for (String key : unknown) {
            PastDocuments.Seen ofKey = seen.get(key);
            registers.learn(key, ofKey == null ? Directory.ofNew() : Directory.of(ofKey));
            marksReadBack.inc();
        }
    }

    private void addUnknown(String register, Set<String> unknown) throws Exception {
        if (!registers.get(register).isKnown()) {
            unknown.add(register);
        }
    }

    private Map<Id, History> readIds(List<Document> documents, Lineage history) throws Exception {
        Map<String, Set<DocumentId>> wanted = new HashMap<>();
        for (Document document : documents) {
            Register register = registers.get(document.key());
            Chunk chunk = registers.chunkOf(register, document.id());
            if (!chunk.holds(document.id()) && !register.directory().isNew(document.id(), registers.sequential())) {
                wanted.computeIfAbsent(document.key(), key -> new TreeSet<>()).add(document.id());
            }
            registers.cache().trim();
        }
        Map<Id, History> found = new HashMap<>();
        if (!wanted.isEmpty()) {
            reader.byId(wanted, history, past -> {
                start.row();
                Document document = past.document();
                found.compute(
                        new Id(document.key(), document.id()),
                        (id, before) ->
                                DocumentFold.fold(before, document, past.late()).after());
            });
            start.requested();
            idsReadBack.inc(wanted.values().stream().mapToInt(Collection::size).sum());
        }
        return found;
    }

    private void readPages(Map<String, Set<Long>> needed, Lineage history) throws Exception {
        Map<String, Set<Long>> slice = new LinkedHashMap<>();
        int size = 0;
        for (Map.Entry<String, Set<Long>> entry : needed.entrySet()) {
            for (long page : entry.getValue()) {
                slice.computeIfAbsent(entry.getKey(), key -> new TreeSet<>()).add(page);
                if (++size == PAGES_AT_ONCE) {
                    readSlice(slice, history);
                    slice.clear();
                    size = 0;
                }
            }
        }
        if (size > 0) {
            readSlice(slice, history);
        }
    }

    private void readSlice(Map<String, Set<Long>> pages, Lineage history) throws Exception {
        Installer installer = new Installer(pages);
        reader.byPage(pages, history, installer);
        frozen.install(pages);
        start.read(pages.values().stream().mapToInt(Collection::size).sum(), installer.installed);
        for (Map.Entry<String, Set<Long>> entry : pages.entrySet()) {
            for (long page : entry.getValue()) {
                arrived.touched(registers.get(entry.getKey()), page, 0);
                pagesReadBack.inc();
            }
        }
        betweenPages.settle();
    }

    /** Folds the versions of one id after the other. */
    private abstract class Versions implements PastDocuments.Visitor {

        private @Nullable History current;

        /** All of an id. */
        abstract void take(History history) throws Exception;

        /** Half an id is no id. */
        @Override
        public void begin() {
            current = null;
        }

        @Override
        public void end() throws Exception {
            pass();
        }

        @Override
        public void visit(PastDocuments.Past past) throws Exception {
            start.row();
            Document next = past.document();
            History before = current;
            if (before != null
                    && !(before.latest().id().equals(next.id())
                            && before.latest().key().equals(next.key()))) {
                pass();
                before = null;
            }
            current = DocumentFold.fold(before, next, past.late()).after();
        }

        private void pass() throws Exception {
            History history = current;
            current = null;
            if (history != null) {
                take(history);
                registers.cache().trim();
            }
        }
    }

    /** Of pages that are in state: takes in what others wrote. */
    private final class Uniter extends Versions {

        @Override
        void take(History history) throws Exception {
            fold.unite(registers.get(history.latest().key()), history);
        }
    }

    /** Puts those into state whose newest lies in one of the pages. */
    private final class Installer extends Versions {

        private final Map<String, Set<Long>> pages;
        private int installed;

        Installer(Map<String, Set<Long>> pages) {
            this.pages = pages;
        }

        @Override
        void take(History history) throws Exception {
            Document latest = history.latest();
            Set<Long> its = pages.get(latest.key());
            if (its != null && its.contains(registers.paging().pageOf(latest.cell()))) {
                fold.install(registers.get(latest.key()), history);
                installed++;
            }
        }
    }
}
