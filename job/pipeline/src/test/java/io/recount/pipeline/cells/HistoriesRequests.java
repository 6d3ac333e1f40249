package io.recount.pipeline.cells;

import io.recount.cells.CellKey;
import io.recount.cells.Document;
import io.recount.cells.model.Model;
import io.recount.clickhouse.DocumentStore;
import io.recount.clickhouse.RowVersion;
import io.recount.clickhouse.TableRow;
import io.recount.pipeline.tables.Tables;
import io.recount.pipeline.types.Delivery;
import io.recount.pipeline.types.Invalidation;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Somebody changes published rows by hand, and asks for their pages to be computed again. Requests are a log: an attempt
 * goes on behind those that its checkpoint has seen.
 */
final class HistoriesRequests {

    private static final int KINDS = 5;
    private static final int MOST_ROWS = 4;
    /** Later than any submission. */
    private static final long NEVER_SUBMITTED = HistoriesStage.FIRST_TIMELINE + 1_000_000;

    /** Of the submission's own, and later than any of its rounds. */
    private static final long FAR_WAVE = 1 << 30;

    private final PublishedTables tables;
    private final HistoriesFrozen frozen;
    private final Paging paging;
    private final Tables rows;
    private final SplittableRandom random;
    private final List<Invalidation> log = new ArrayList<>();
    private final List<Invalidation> unasked = new ArrayList<>();
    private final BitSet loaded = new BitSet();
    private int committed;

    HistoriesRequests(Model model, PublishedTables tables, HistoriesFrozen frozen, SplittableRandom random) {
        this.frozen = frozen;
        this.tables = tables;
        this.paging = Paging.of(model);
        this.rows = new Tables(model, 0);
        this.random = random;
    }

    void beginAttempt(HistoriesStage stage, int seen) throws Exception {
        committed = seen;
        mayRepeat();
        for (Invalidation invalidation : log.subList(seen, log.size())) {
            stage.invalidate(invalidation);
        }
    }

    /** How many requests there were so far. */
    int asked() {
        return log.size();
    }

    /** What was asked for so far is published. */
    void committed() {
        committed = log.size();
        mayRepeat();
    }

    /** Rows that wait for their commit look wrong to whoever compares. */
    private void mayRepeat() {
        Set<String> registers = log.subList(committed, log.size()).stream()
                .map(Invalidation::key)
                .collect(Collectors.toSet());
        tables.mayRepeat(registers);
    }

    /**
     * Somebody puts a document into the table, and asks, at once or later, for all places that it and the versions before it
     * were ever in.
     */
    void load(HistoriesTopic topic, int at, HistoriesDocuments documents, @Nullable HistoriesStage asked)
            throws Exception {
        if (loaded.get(at)) {
            return;
        }
        loaded.set(at);
        tables.repeatAll();
        Delivery delivery = Objects.requireNonNull(topic.delivery(at));
        documents.write(new HistoriesDocuments.Written(DocumentStore.LOADED, delivery, false));
        Document document = delivery.document();
        for (int i = 0; i <= at; i++) {
            Delivery other = topic.delivery(i);
            if (other != null
                    && other.document().key().equals(document.key())
                    && other.document().id().equals(document.id())) {
                unasked.add(new Invalidation(
                        document.key(),
                        new Invalidation.Page(
                                "loaded", paging.pageOf(other.document().cell()))));
            }
        }
        if (asked != null) {
            askForLoaded(asked);
        }
    }

    /** All pages of the first messages, and all that are published; whoever begins next is asked. */
    void askForAll(HistoriesTopic topic, int messages) {
        Set<Invalidation> all = new LinkedHashSet<>();
        for (int i = 0; i < messages; i++) {
            Delivery delivery = topic.delivery(i);
            if (delivery != null) {
                Document document = delivery.document();
                all.add(frozenPage(document.key(), paging.pageOf(document.cell())));
            }
        }
        tables.newest().forEach(row -> all.add(frozenPage(row.register(), paging.pageOf(row.target()))));
        log.addAll(all);
    }

    private static Invalidation frozenPage(String register, long page) {
        return new Invalidation(register, new Invalidation.Page("frozen", page));
    }

    void askForLoaded(HistoriesStage stage) throws Exception {
        for (Invalidation invalidation : unasked) {
            stage.invalidate(invalidation);
        }
        log.addAll(unasked);
        unasked.clear();
        mayRepeat();
    }

    /** Nothing is wrong with any of its pages. */
    void ask(HistoriesStage stage, String register) throws Exception {
        Set<Long> pages = tables.newest(register::equals).stream()
                .map(row -> paging.pageOf(row.target()))
                .collect(Collectors.toSet());
        for (long page : pages) {
            ask(stage, register, page);
        }
    }

    /** Returns how many rows were changed. */
    int tamperAndAsk(HistoriesStage stage) throws Exception {
        List<TableRow> published = tables.rows();
        int changes = published.isEmpty() ? 0 : 1 + random.nextInt(MOST_ROWS);
        List<PastDocuments.Published> wrong = new ArrayList<>();
        for (int i = 0; i < changes; i++) {
            List<PastDocuments.Published> keys = tables.newest();
            if (keys.isEmpty()) {
                return i;
            }
            int at = random.nextInt(keys.size());
            PastDocuments.Published key = keys.get(at);
            if (frozen.isFrozen(key.target())) {
                continue;
            }
            tamper(tables.rows().get(at), key);
            wrong.add(key);
        }
        for (PastDocuments.Published each : wrong) {
            ask(stage, each.register(), paging.pageOf(each.target()));
        }
        return changes;
    }

    private void tamper(TableRow row, PastDocuments.Published key) {
        switch (random.nextInt(KINDS)) {
            case 0 -> tables.delete(row);
            case 1 ->
                tables.plant(withVersion(
                        moreDocuments(row), RowVersion.of(NEVER_SUBMITTED, 1, 1).version()));
            case 2 -> tables.plant(withVersion(moreDocuments(row), row.version() | FAR_WAVE));
            case 3 -> invent(key, row.version());
            default -> tables.plant(moreDocuments(row));
        }
    }

    /** A cell of the same page without documents. */
    private void invent(PastDocuments.Published key, long version) {
        CellKey cell = cellOf(key.target());
        if (frozen.isFrozen(new Invalidation.Cell(cell))) {
            return;
        }
        TableRow empty = rows.emptyRow(key.register(), new Invalidation.Cell(cell), new RowVersion(version, 0));
        if (tables.newest().stream()
                .noneMatch(row ->
                        row.register().equals(key.register()) && row.target().equals(new Invalidation.Cell(cell)))) {
            tables.plant(moreDocuments(empty));
        }
    }

    private CellKey cellOf(Invalidation.Single target) {
        if (target instanceof Invalidation.Shift shift) {
            return new CellKey(shift.shift(), 86_400);
        }
        CellKey cell = target instanceof Invalidation.Cell its
                ? its.cell()
                : ((Invalidation.FieldCell) target).cell().cell();
        long day = cell.bucketSeconds() / 86_400 * 86_400;
        if (!paging.byShift() && random.nextBoolean()) {
            // A key that the model has not.
            return new CellKey(7, cell.bucketSeconds());
        }
        return new CellKey(cell.shift(), paging.byShift() ? day - 86_400 : day);
    }

    private static TableRow moreDocuments(TableRow row) {
        byte[] changed = row.row().clone();
        ByteBuffer in = ByteBuffer.wrap(changed).order(ByteOrder.LITTLE_ENDIAN);
        in.putLong(row.keyLength(), in.getLong(row.keyLength()) + 7);
        return new TableRow(row.table(), row.shardHash(), row.partition(), row.version(), row.keyLength(), changed);
    }

    private static TableRow withVersion(TableRow row, long version) {
        byte[] changed = row.row().clone();
        ByteBuffer.wrap(changed).order(ByteOrder.LITTLE_ENDIAN).putLong(changed.length - 2 * Long.BYTES, version);
        return new TableRow(row.table(), row.shardHash(), row.partition(), version, row.keyLength(), changed);
    }

    private void ask(HistoriesStage stage, String register, long page) throws Exception {
        Invalidation invalidation = new Invalidation(register, new Invalidation.Page("by hand", page));
        stage.invalidate(invalidation);
        log.add(invalidation);
        mayRepeat();
    }
}
