package io.recount.pipeline.cells;

import io.recount.cells.Sketches;
import io.recount.cells.model.Measure;
import io.recount.cells.model.Model;
import io.recount.clickhouse.TableRow;
import io.recount.harness.expectation.CellKey;
import io.recount.harness.expectation.FieldCellKey;
import io.recount.harness.expectation.MeasureValues;
import io.recount.harness.expectation.Row;
import io.recount.harness.expectation.ShiftKey;
import io.recount.harness.expectation.SketchFold;
import io.recount.pipeline.tables.PublishedTable;
import io.recount.pipeline.types.Invalidation;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a reader sees of published rows: of every key the greatest version. Reads RowBinary, without the job's code. Rows
 * come in the order of publication, and fail the test if one says the same as the row before it or does not outrank it.
 */
final class PublishedTables {

    private static final int CELLS = 1;
    private static final int SHIFTS = 2;
    private static final int FIELD_CELLS = 3;

    private final int popularMeasures;
    private final List<Measure> sketches;
    private final boolean fromTheStart;
    private final Map<CellKey, Versioned<CellKey>> cells = new TreeMap<>();
    private final Map<ShiftKey, Versioned<ShiftKey>> shifts = new TreeMap<>();
    private final Map<FieldCellKey, Versioned<FieldCellKey>> fieldCells = new TreeMap<>();

    /** From the first row on. */
    PublishedTables(int popularMeasures) {
        this(popularMeasures, List.of(), true);
    }

    /** Of a model. */
    PublishedTables(Model model) {
        this(HistoriesPlay.popular(model), Sketches.measures(model), true);
    }

    private PublishedTables(int popularMeasures, List<Measure> sketches, boolean fromTheStart) {
        this.popularMeasures = popularMeasures;
        this.sketches = sketches;
        this.fromTheStart = fromTheStart;
    }

    /** Rows that come after others: an empty one may be the first that is seen of its key. */
    static PublishedTables excerpt(int popularMeasures) {
        return new PublishedTables(popularMeasures, List.of(), false);
    }

    private boolean behind;
    private boolean planting;
    private boolean deleting;
    private boolean repeatingAll;
    private Set<String> repeating = Set.of();
    private HistoriesLineage history = HistoriesLineage.first(HistoriesStage.FIRST_TIMELINE);

    /** Whose rows come next. What another history published may be said again. */
    void writtenBy(HistoriesLineage lineage) {
        history = lineage;
    }

    /** Has everything published again that readers see and the history does not contain. */
    List<Invalidation> abandoned() {
        List<Invalidation> abandoned = new ArrayList<>();
        collect(shifts, key -> new Invalidation(key.register(), new Invalidation.Shift(key.shift())), abandoned);
        collect(cells, key -> new Invalidation(key.register(), new Invalidation.Cell(cell(key))), abandoned);
        collect(
                fieldCells,
                key -> new Invalidation(
                        key.register(),
                        new Invalidation.FieldCell(new io.recount.cells.FieldCellKey(
                                cell(new CellKey(key.register(), key.shift(), key.bucket())),
                                key.field(),
                                key.value()))),
                abandoned);
        return abandoned;
    }

    private <K extends Comparable<? super K>> void collect(
            Map<K, Versioned<K>> table, Function<K, Invalidation> invalidation, List<Invalidation> abandoned) {
        table.forEach((key, newest) -> {
            if (!history.sees(newest.version(), newest.epoch())) {
                abandoned.add(invalidation.apply(key));
            }
        });
    }

    /** What readers see, of all keys. */
    List<PastDocuments.Published> newest() {
        return newest(register -> true);
    }

    /** What readers see, of some registers. */
    List<PastDocuments.Published> newest(Predicate<String> registers) {
        List<PastDocuments.Published> newest = new ArrayList<>();
        collect(shifts, ShiftKey::register, key -> new Invalidation.Shift(key.shift()), registers, newest);
        collect(cells, CellKey::register, key -> new Invalidation.Cell(cell(key)), registers, newest);
        collect(
                fieldCells,
                FieldCellKey::register,
                key -> new Invalidation.FieldCell(new io.recount.cells.FieldCellKey(
                        cell(new CellKey(key.register(), key.shift(), key.bucket())), key.field(), key.value())),
                registers,
                newest);
        return newest;
    }

    private static <K extends Comparable<? super K>> void collect(
            Map<K, Versioned<K>> table,
            Function<K, String> register,
            Function<K, Invalidation.Single> target,
            Predicate<String> registers,
            List<PastDocuments.Published> newest) {
        table.forEach((key, row) -> {
            if (registers.test(register.apply(key))) {
                newest.add(row.published(register.apply(key), target.apply(key)));
            }
        });
    }

    /** The newest rows. */
    List<TableRow> rows() {
        List<TableRow> rows = new ArrayList<>();
        shifts.values().forEach(row -> rows.add(row.tableRow()));
        cells.values().forEach(row -> rows.add(row.tableRow()));
        fieldCells.values().forEach(row -> rows.add(row.tableRow()));
        return rows;
    }

    /** Somebody writes a row by hand. */
    void plant(TableRow row) {
        planting = true;
        add(row);
        planting = false;
    }

    /** Somebody deletes all rows of a key by hand. */
    void delete(TableRow row) {
        planting = true;
        deleting = true;
        add(row);
        deleting = false;
        planting = false;
    }

    /** The job removes the rows of a key whose versions are greater: the one below them is seen again. */
    void erase(PastDocuments.Published row, long version) {
        if (row.target() instanceof Invalidation.Shift shift) {
            erase(shifts, new ShiftKey(row.register(), shift.shift()), version);
        } else if (row.target() instanceof Invalidation.Cell cell) {
            erase(cells, key(row.register(), cell.cell()), version);
        } else if (row.target() instanceof Invalidation.FieldCell field) {
            CellKey cell = key(row.register(), field.cell().cell());
            erase(
                    fieldCells,
                    new FieldCellKey(
                            cell.register(),
                            cell.shift(),
                            cell.bucket(),
                            field.cell().field(),
                            field.cell().value()),
                    version);
        }
    }

    private static <K extends Comparable<? super K>> void erase(Map<K, Versioned<K>> table, K key, long version) {
        Versioned<K> left = table.remove(key);
        while (left != null && left.version() > version) {
            left = left.below();
        }
        if (left != null) {
            table.put(key, left);
        }
    }

    private static CellKey key(String register, io.recount.cells.CellKey cell) {
        return new CellKey(register, cell.shift(), Instant.ofEpochSecond(cell.bucketSeconds()));
    }

    /** What others put into the table of documents may be published before anybody has said so, and be said once more then. */
    void repeatAll() {
        repeatingAll = true;
    }

    private boolean mayRepeat(TableRow row) {
        return repeatingAll || repeating.contains(registerOf(row));
    }

    /** Of these registers rows may say what the row before them says. */
    void mayRepeat(Set<String> registers) {
        repeating = registers;
    }

    private static io.recount.cells.CellKey cell(CellKey key) {
        return new io.recount.cells.CellKey(key.shift(), key.bucket().getEpochSecond());
    }

    private record Versioned<K extends Comparable<? super K>>(
            Row<K> row,
            long documents,
            long lateDocuments,
            long version,
            long epoch,
            TableRow tableRow,
            @Nullable Versioned<K> below) {

        PastDocuments.Published published(String register, Invalidation.Single target) {
            return new PastDocuments.Published(register, target, version, PublishedTable.value(tableRow));
        }

        Versioned<K> above(Versioned<K> next) {
            Versioned<K> under = below != null && below.version > next.version ? below.above(next) : next;
            return new Versioned<>(row, documents, lateDocuments, version, epoch, tableRow, under);
        }

        boolean saysTheSameAs(Versioned<K> other) {
            return row.equals(other.row) && documents == other.documents && lateDocuments == other.lateDocuments;
        }
    }

    /** A row that is inserted after rows of later submissions: what a savepoint had left to whoever starts from it. */
    void addBehind(TableRow tableRow) {
        behind = true;
        add(tableRow);
        behind = false;
    }

    void add(TableRow tableRow) {
        ByteBuffer in = ByteBuffer.wrap(tableRow.row()).order(ByteOrder.LITTLE_ENDIAN);
        switch (tableRow.table()) {
            case CELLS -> put(cells, new CellKey(text(in), in.getLong(), bucket(in)), in, popularMeasures, tableRow);
            case SHIFTS -> put(shifts, new ShiftKey(text(in), in.getLong()), in, popularMeasures, tableRow);
            case FIELD_CELLS ->
                put(
                        fieldCells,
                        new FieldCellKey(text(in), in.getLong(), bucket(in), text(in), text(in)),
                        in,
                        0,
                        tableRow);
            default -> {}
        }
    }

    private <K extends Comparable<? super K>> void put(
            Map<K, Versioned<K>> table, K key, ByteBuffer in, int popular, TableRow tableRow) {
        if (tableRow.keyLength() != in.position()) {
            throw new AssertionError("key of " + tableRow + " ends at " + in.position());
        }
        long documents = in.getLong();
        long lateDocuments = in.getLong();
        long errors = in.getLong();
        in.position(in.position() + popular * Long.BYTES);
        int[] ids = new int[varint(in)];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = in.getShort() & 0xFFFF;
        }
        SortedMap<Integer, Long> values = new TreeMap<>();
        int size = varint(in);
        for (int i = 0; i < size; i++) {
            values.put(ids[i], in.getLong());
        }
        in.get();
        if (tableRow.table() == CELLS) {
            sketches.forEach(measure -> read(measure, in, values));
        }
        long version = in.getLong();
        long epoch = in.getLong();
        if (in.hasRemaining() || version != tableRow.version()) {
            throw new AssertionError("row of " + tableRow + " does not end with its version and epoch");
        }
        long shownDocuments = tableRow.table() == FIELD_CELLS ? 0 : documents;
        Row<K> row = new Row<>(key, shownDocuments, errors, MeasureValues.of(values));
        Versioned<K> before = table.get(key);
        Versioned<K> next =
                new Versioned<>(row, documents, lateDocuments, version, epoch, tableRow, planting ? before : null);
        if (deleting) {
            table.remove(key);
        } else if (planting) {
            table.put(key, next);
        } else if (before != null && before.below() != null && before.version() > version) {
            // What was planted hides it.
            table.put(key, before.above(next));
        } else if (!behind) {
            checkOrder(before, next);
            table.put(key, next);
        } else if (before == null || before.version() < version) {
            table.put(key, next);
        } else if (before.version() == version) {
            // A merge keeps one of the two, and the search finds both.
            table.put(
                    key,
                    new Versioned<>(
                            row, documents, lateDocuments, version, Math.max(epoch, before.epoch()), tableRow, null));
        }
    }

    /** The elements of the columns of a sketch, one behind the other. */
    private static void read(Measure measure, ByteBuffer in, SortedMap<Integer, Long> values) {
        int element = 0;
        for (int column = 0; column < measure.kind().columnSuffixes().size(); column++) {
            for (int left = varint(in); left > 0; left--) {
                values.put(SketchFold.idOf(measure.id(), element++), in.getLong());
            }
        }
    }

    private <K extends Comparable<? super K>> void checkOrder(@Nullable Versioned<K> before, Versioned<K> next) {
        if (before == null) {
            if (fromTheStart && next.documents() == 0 && next.row().errors() == 0 && !mayRepeat(next.tableRow())) {
                throw new AssertionError(next.row().key() + " is published empty and was nothing before");
            }
        } else if (next.saysTheSameAs(before)
                && history.sees(before.version(), before.epoch())
                && !mayRepeat(next.tableRow())) {
            throw new AssertionError(next.row().key() + " is published again with the same value");
        } else if (before.version() >= next.version()) {
            throw new AssertionError(next.row().key() + " is published with a version that does not rise");
        }
    }

    /** The late documents of cells in the place of all their documents. */
    Iterable<Row<CellKey>> lateCells() {
        return cells.entrySet().stream()
                .map(cell -> new Row<>(cell.getKey(), cell.getValue().lateDocuments(), 0, MeasureValues.none()))
                .toList();
    }

    Iterable<Row<CellKey>> cells() {
        return cells.values().stream().map(Versioned::row).toList();
    }

    Iterable<Row<ShiftKey>> shifts() {
        return shifts.values().stream().map(Versioned::row).toList();
    }

    Iterable<Row<FieldCellKey>> fieldCells() {
        return fieldCells.values().stream().map(Versioned::row).toList();
    }

    static String registerOf(TableRow row) {
        return text(ByteBuffer.wrap(row.row()).order(ByteOrder.LITTLE_ENDIAN));
    }

    private static Instant bucket(ByteBuffer in) {
        return Instant.ofEpochSecond(in.getInt() & 0xFFFF_FFFFL);
    }

    private static String text(ByteBuffer in) {
        byte[] utf8 = new byte[varint(in)];
        in.get(utf8);
        return new String(utf8, StandardCharsets.UTF_8);
    }

    private static int varint(ByteBuffer in) {
        int value = 0;
        int shift = 0;
        byte next;
        do {
            next = in.get();
            value |= (next & 0x7F) << shift;
            shift += 7;
        } while (next < 0);
        return value;
    }
}
