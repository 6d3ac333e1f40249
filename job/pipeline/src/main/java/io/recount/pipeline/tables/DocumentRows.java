package io.recount.pipeline.tables;

import io.recount.cells.Document;
import io.recount.cells.DocumentShape;
import io.recount.cells.FieldValues;
import io.recount.cells.Layout;
import io.recount.cells.Problem;
import io.recount.cells.SlotMask;
import io.recount.cells.model.Model;
import io.recount.clickhouse.DocumentStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
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

    private final Layout layout;
    private final DocumentShape shape;
    private final List<Layout.Slot> slots;
    private final String key;

    public DocumentRows(Model model) {
        layout = new Layout(model);
        shape = new DocumentShape(model, layout);
        SlotMask folded = SlotMask.folded(model, layout);
        List<Layout.Slot> placing = shape.placing();
        slots = layout.slots().stream()
                .filter(slot -> folded.has(slot) || placing.contains(slot))
                .toList();
        key = Tables.keyColumn(model);
    }

    /** Where they are, and what of them is read. */
    public DocumentStore.Table table() {
        List<String> columns = new ArrayList<>(OWN);
        for (Layout.Slot slot : slots) {
            columns.addAll(expressions(slot));
        }
        return new DocumentStore.Table(DocumentsTable.NAME, '`' + key + '`', columns);
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
