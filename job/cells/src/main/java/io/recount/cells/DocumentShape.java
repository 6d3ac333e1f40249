package io.recount.cells;

import io.recount.cells.model.DocumentRules;
import io.recount.cells.model.Model;
import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where in the values of a document its key, id, version, time and shift are. What a document is, is a function of its
 * values; so one that is read back from its fields is the one that was decoded from its message.
 */
public final class DocumentShape implements Serializable {

    private static final long serialVersionUID = 1L;
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

    /** The slots that tell documents apart, the key first and the id last. */
    public List<Layout.Slot> identifying() {
        return Stream.of(key, scope, id).flatMap(Stream::ofNullable).toList();
    }

    public boolean hasScope() {
        return scope != null;
    }

    public boolean hasTextIds() {
        return id.store() == Layout.Store.TEXT;
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
        CellKey cell = new CellKey(shift == null ? 0 : values.number(shift.index()), bucketSeconds(micros));
        Stamp stamp = new Stamp(values.number(version.index()), hash);
        return new Document(text(values, key), id(values), stamp, state, cell, micros, values, problem);
    }

    /** Start of the bucket of a time. */
    long bucketSeconds(long micros) {
        long seconds = micros / MICROS;
        return seconds - seconds % bucketSeconds;
    }

    /** Whether the placing slots that are {@code kept} hold what the document says anyway. */
    boolean follows(Document document, SlotMask kept) {
        FieldValues values = document.values();
        DocumentId itsId = document.id();
        return document.cell().bucketSeconds() == bucketSeconds(document.timeMicros())
                && holds(values, kept, key, document.key())
                && (scope == null || holds(values, kept, scope, itsId.scope()))
                && (id.store() == Layout.Store.TEXT
                        ? holds(values, kept, id, itsId.text())
                        : holds(values, kept, id, itsId.number()))
                && holds(values, kept, version, document.stamp().version())
                && holds(values, kept, time, document.timeMicros())
                && (shift == null
                        ? document.cell().shift() == 0
                        : holds(values, kept, shift, document.cell().shift()));
    }

    private static boolean holds(FieldValues values, SlotMask kept, Layout.Slot slot, String text) {
        return !kept.text(slot.index()) || Objects.equals(values.text(slot.index()), text);
    }

    private static boolean holds(FieldValues values, SlotMask kept, Layout.Slot slot, long number) {
        return !kept.number(slot.index()) || (values.hasNumber(slot.index()) && values.number(slot.index()) == number);
    }

    /** Sets those of the placing slots that are {@code kept}, so that the document {@link #follows}. */
    void place(
            FieldValues values,
            SlotMask kept,
            String itsKey,
            DocumentId itsId,
            long itsVersion,
            CellKey cell,
            long micros) {
        set(values, kept, key, itsKey);
        if (scope != null) {
            set(values, kept, scope, itsId.scope());
        }
        if (id.store() == Layout.Store.TEXT) {
            set(values, kept, id, itsId.text());
        } else {
            set(values, kept, id, itsId.number());
        }
        set(values, kept, version, itsVersion);
        set(values, kept, time, micros);
        if (shift != null) {
            set(values, kept, shift, cell.shift());
        }
    }

    private static void set(FieldValues values, SlotMask kept, Layout.Slot slot, String text) {
        if (kept.text(slot.index())) {
            values.setText(slot.index(), text);
        }
    }

    private static void set(FieldValues values, SlotMask kept, Layout.Slot slot, long number) {
        if (kept.number(slot.index())) {
            values.setNumber(slot.index(), number);
        }
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
