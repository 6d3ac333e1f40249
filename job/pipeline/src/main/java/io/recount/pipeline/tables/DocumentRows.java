package io.recount.pipeline.tables;

import io.recount.cells.Document;
import io.recount.cells.DocumentId;
import io.recount.cells.DocumentShape;
import io.recount.cells.FieldValues;
import io.recount.cells.FrozenLine;
import io.recount.cells.Layout;
import io.recount.cells.Problem;
import io.recount.cells.SlotMask;
import io.recount.cells.model.DocumentRules;
import io.recount.cells.model.Model;
import io.recount.clickhouse.DocumentStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads rows of {@code documents}: what {@link DocumentsTable} wrote, as far as cells are folded from it. A document that is
 * read back folds like the one that was decoded.
 */
public final class DocumentRows {

    private static final List<String> OWN =
            List.of("toInt64(_state)", "toInt64(_hash)", "_late", "_reason", "_problem");

    private static final long DAY_SECONDS = 86_400;

    /** Enough to tell some wrong numbers from those that follow each other. */
    public static final int GREATEST = 8;

    private final Layout layout;
    private final DocumentShape shape;
    private final List<Layout.Slot> slots;
    private final List<String> idColumns;
    private final boolean sequential;
    private final String time;
    private final String shift;
    private final FrozenLine frozen;

    /** {@code frozen}: what is placed before it is not read. */
    public DocumentRows(Model model, FrozenLine frozen) {
        this.frozen = frozen;
        layout = new Layout(model);
        shape = new DocumentShape(model, layout);
        SlotMask folded = SlotMask.folded(model, layout);
        List<Layout.Slot> placing = shape.placing();
        slots = layout.slots().stream()
                .filter(slot -> folded.has(slot) || placing.contains(slot))
                .toList();
        idColumns = shape.identifying().stream()
                .map(slot -> '`' + slot.name() + '`')
                .toList();
        DocumentRules rules = model.document();
        sequential = rules.ids() == DocumentRules.IdKind.SEQUENTIAL;
        time = '`' + rules.time() + '`';
        shift = rules.shift() == null ? "" : '`' + rules.shift() + '`';
    }

    /** Where they are, and what of them is read. */
    public DocumentStore.Table table() {
        List<String> columns = new ArrayList<>(OWN);
        for (Layout.Slot slot : slots) {
            columns.addAll(expressions(slot));
        }
        return new DocumentStore.Table(DocumentsTable.NAME, idColumns, columns, frozen.isDrawn() ? isLive() : "");
    }

    /** A document's id as values of the table's id columns. */
    public List<Object> id(String key, DocumentId id) {
        List<Object> values = new ArrayList<>(List.of(key));
        if (shape.hasScope()) {
            values.add(id.scope());
        }
        values.add(shape.hasTextIds() ? id.text() : id.number());
        return values;
    }

    /** The shift of a row; of a model without shifts its day, counted from 1970. */
    public String page() {
        return shift.isEmpty() ? "toInt64(intDiv(toUnixTimestamp(" + time + "), " + DAY_SECONDS + "))" : shift;
    }

    /** What holds for all rows of the pages from one to another: an index can tell which parts to leave out. */
    public String within(long firstPage, long lastPage) {
        return shift.isEmpty()
                ? time + " >= fromUnixTimestamp64Second(" + firstPage * DAY_SECONDS + ", 'UTC') AND " + time
                        + " < fromUnixTimestamp64Second(" + (lastPage + 1) * DAY_SECONDS + ", 'UTC')"
                : shift + " BETWEEN " + firstPage + " AND " + lastPage;
    }

    private String isLive() {
        return time + " >= fromUnixTimestamp64Second(" + frozen.seconds() + ", 'UTC')";
    }

    /** What holds for the rows of a range of time, in seconds since 1970, that are not frozen; the end is not in it. */
    public String between(long fromSeconds, long toSeconds) {
        return time + " >= fromUnixTimestamp64Second(" + Math.max(fromSeconds, frozen.seconds()) + ", 'UTC') AND "
                + time + " < fromUnixTimestamp64Second(" + toSeconds + ", 'UTC')";
    }

    /** By what rows are grouped to learn how far they go: key, and scope if there are any. */
    public List<String> scopeColumns() {
        return idColumns.subList(0, idColumns.size() - 1);
    }

    /** The greatest numbers of a group, negated: ids, if they follow each other, and pages. */
    public List<String> greatest() {
        String ids = sequential ? greatest(idColumns.get(idColumns.size() - 1)) : "emptyArrayInt64()";
        return List.of(ids, greatest(page()));
    }

    private static String greatest(String column) {
        return "groupArraySorted(" + GREATEST + ")(-toInt64(" + column + "))";
    }

    /** The scope of a group, and its numbers ascending. */
    public record Greatest(String key, String scope, List<Long> ids, List<Long> pages) {}

    /** Reads a group. */
    public Greatest greatest(ResultSet row) throws SQLException {
        int columns = scopeColumns().size();
        return new Greatest(
                row.getString(1),
                columns > 1 ? row.getString(2) : "",
                ascending(row, columns + 1),
                ascending(row, columns + 2));
    }

    private static List<Long> ascending(ResultSet row, int column) throws SQLException {
        return Arrays.stream((Object[]) row.getArray(column).getArray())
                .map(negated -> -((Number) negated).longValue())
                .sorted()
                .toList();
    }

    /** Integers wrap where they are unsigned, as in the job. */
    private static List<String> expressions(Layout.Slot slot) {
        String column = '`' + slot.name() + '`';
        return switch (slot.store()) {
            case NUMBER ->
                List.of(
                        DocumentsTable.isTime(slot)
                                ? "toUnixTimestamp64Micro(" + column + ")"
                                : "toInt64(" + column + ")");
            case TEXT -> List.of(column);
            case MAP -> List.of("CAST(mapKeys(" + column + "), 'Array(String)')", "mapValues(" + column + ")");
        };
    }

    /** The document of a row of {@link #table()}. */
    public Document document(ResultSet row) throws SQLException {
        Document.State state = Document.State.ofCode(row.getInt(1));
        String reason = row.getString(4);
        Problem problem = reason.isEmpty() ? null : new Problem(Problem.Reason.valueOf(reason), row.getString(5));
        return shape.document(values(row), row.getLong(2), state, problem);
    }

    /** Whether the document of a row had come late. */
    public static boolean isLate(ResultSet row) throws SQLException {
        return row.getInt(3) == 1;
    }

    private FieldValues values(ResultSet row) throws SQLException {
        FieldValues values = layout.newValues();
        int column = OWN.size();
        for (Layout.Slot slot : slots) {
            switch (slot.store()) {
                case NUMBER -> {
                    long number = row.getLong(++column);
                    if (!row.wasNull()) {
                        values.setNumber(slot.index(), number);
                    }
                }
                case TEXT -> {
                    String text = row.getString(++column);
                    if (text != null) {
                        values.setText(slot.index(), text);
                    }
                }
                case MAP -> values.setMap(slot.index(), map(texts(row, ++column), texts(row, ++column)));
            }
        }
        return values;
    }

    private static Object[] texts(ResultSet row, int column) throws SQLException {
        return (Object[]) row.getArray(column).getArray();
    }

    private static Map<String, String> map(Object[] keys, Object[] texts) {
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < keys.length; i++) {
            map.put((String) keys[i], (String) texts[i]);
        }
        return map;
    }
}
