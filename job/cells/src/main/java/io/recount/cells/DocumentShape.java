package io.recount.cells;

import io.recount.cells.model.DocumentRules;
import io.recount.cells.model.Model;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where in the values of a document its key, id, version, time and shift are. What a document is, is a function of its
 * values; so one that is read back from its fields is the one that was decoded from its message.
 */
public final class DocumentShape {

    private static final long MICROS = 1_000_000;

    private final Layout.Slot key;
    private final Layout.@Nullable Slot scope;
    private final Layout.Slot id;
    private final Layout.Slot version;
    private final Layout.Slot time;
    private final Layout.@Nullable Slot shift;
    private final long bucketSeconds;

    public DocumentShape(Model model, Layout layout) {
        DocumentRules rules = model.document();
        key = layout.slot(rules.key());
        scope = rules.scope() == null ? null : layout.slot(rules.scope());
        id = layout.slot(rules.id());
        version = layout.slot(rules.version());
        time = layout.slot(rules.time());
        shift = rules.shift() == null ? null : layout.slot(rules.shift());
        bucketSeconds = rules.bucket().toSeconds();
    }

    /** The slots that every document has. */
    public List<Layout.Slot> placing() {
        return Stream.of(key, scope, id, version, time, shift)
                .flatMap(Stream::ofNullable)
                .toList();
    }

    public Layout.Slot time() {
        return time;
    }

    /**
     * The document.
     *
     * @param values with all {@link #placing} slots present and in range
     * @param hash of the message
     */
    public Document document(FieldValues values, long hash, Document.State state, @Nullable Problem problem) {
        long micros = values.number(time.index());
        long seconds = micros / MICROS;
        CellKey cell = new CellKey(shift == null ? 0 : values.number(shift.index()), seconds - seconds % bucketSeconds);
        Stamp stamp = new Stamp(values.number(version.index()), hash);
        return new Document(text(values, key), id(values), stamp, state, cell, micros, values, problem);
    }

    private DocumentId id(FieldValues values) {
        String scopeText = scope == null ? "" : text(values, scope);
        return id.store() == Layout.Store.TEXT
                ? new DocumentId(scopeText, 0, text(values, id))
                : new DocumentId(scopeText, values.number(id.index()), "");
    }

    private static String text(FieldValues values, Layout.Slot slot) {
        String text = values.text(slot.index());
        return text == null ? "" : text;
    }
}
