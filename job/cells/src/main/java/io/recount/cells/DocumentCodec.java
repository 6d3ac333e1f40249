package io.recount.cells;

import io.recount.cells.Problem.Reason;
import org.jspecify.annotations.Nullable;

/**
 * Packs documents into bytes: across the exchange with all fields, in state with those that are folded.
 *
 * <p>What a document says twice is written once: its place, id and version are not repeated among its values, its bucket is
 * that of its time, its version is near its time. A document that says two things instead (none that was decoded from a
 * message does) is written in full, so that whatever is written is read.
 */
public final class DocumentCodec {

    /** In the first byte of a body: the newest version of a {@link History} came late. */
    static final int LATE = 1 << 2;

    /** In the first byte of a body: the stamps of a {@link History} follow it. */
    static final int OLDER = 1 << 3;

    /** The state's code; 0 if the document is written in full. */
    private static final int STATE = 0b11;

    private static final int WHOLE_SECONDS = 1 << 4;
    private static final int VERSION_FORM = 5;
    private static final int PROBLEM = 1 << 7;

    private static final long MICROS = 1_000_000;
    private static final int SECONDS_BYTES = 4;
    private static final int MICROS_BYTES = 7;
    private static final long END_OF_SECONDS = 1L << (8 * SECONDS_BYTES);

    /** How a version is written, by its number: as it is, or as its distance from the time in such a unit. */
    private static final long[] VERSION_UNITS = {0, 1, 1_000, MICROS};

    private final Layout layout;
    private final SlotMask kept;
    private final DocumentShape shape;
    private final PackedValues allValues;
    private final PackedValues ownValues;

    /** Writes only the slots {@code kept}; the others are empty when read. */
    public DocumentCodec(Layout layout, SlotMask kept) {
        this.layout = layout;
        this.kept = kept;
        this.shape = layout.shape();
        this.allValues = new PackedValues(kept);
        this.ownValues = new PackedValues(kept.without(shape.placing()));
    }

    /** Everything but the key, which is the state's or the exchange's own. */
    public void write(Document document, PackedWriter out) {
        writeId(document.id(), out);
        writeBody(document, out);
    }

    /** Reads {@link #write}. */
    public Document read(String key, PackedReader in) {
        return readBody(key, readId(in), in);
    }

    void writeId(DocumentId id, PackedWriter out) {
        out.text(id.scope());
        out.unsigned(id.number());
        out.text(id.text());
    }

    static DocumentId readId(PackedReader in) {
        return new DocumentId(in.text(), in.unsigned(), in.text());
    }

    /** Everything but key and id, which the reader must know. */
    public void writeBody(Document document, PackedWriter out) {
        writeBody(document, 0, out);
    }

    /** Reads {@link #writeBody(Document, PackedWriter)}. */
    public Document readBody(String key, DocumentId id, PackedReader in) {
        return readBody((int) in.fixed(1), key, id, in);
    }

    /** {@code flags} are those of a history. */
    void writeBody(Document document, int flags, PackedWriter out) {
        Problem problem = document.problem();
        int all = flags | (problem == null ? 0 : PROBLEM);
        if (isUsual(document)) {
            writeUsual(document, all, out);
        } else {
            writeInFull(document, all, out);
        }
        if (problem != null) {
            out.unsigned(problem.reason().code());
            out.text(problem.sentence());
        }
    }

    /** {@code flags} is the first byte, which is read already. */
    Document readBody(int flags, String key, DocumentId id, PackedReader in) {
        return (flags & STATE) == 0 ? readInFull(flags, key, id, in) : readUsual(flags, key, id, in);
    }

    private boolean isUsual(Document document) {
        return shape.follows(document, kept)
                && document.timeMicros() >= 0
                && document.timeMicros() / MICROS < END_OF_SECONDS;
    }

    private void writeUsual(Document document, int flags, PackedWriter out) {
        long time = document.timeMicros();
        long distance = document.stamp().version() - time;
        int versionForm = versionForm(document.stamp().version(), distance);
        boolean whole = time % MICROS == 0;
        out.fixed(flags | document.state().code() | (whole ? WHOLE_SECONDS : 0) | versionForm << VERSION_FORM, 1);
        out.fixed64(document.stamp().hash());
        if (whole) {
            out.fixed(time / MICROS, SECONDS_BYTES);
        } else {
            out.fixed(time, MICROS_BYTES);
        }
        out.signed(versionForm == 0 ? document.stamp().version() : distance / VERSION_UNITS[versionForm]);
        out.unsigned(document.cell().shift());
        ownValues.write(document.values(), out);
    }

    /** Versions that are times are near the document's own; others are small numbers. */
    private static int versionForm(long version, long distance) {
        if (version >= -MICROS && version <= MICROS) {
            return 0;
        }
        for (int form = VERSION_UNITS.length - 1; form > 0; form--) {
            if (distance % VERSION_UNITS[form] == 0) {
                return form;
            }
        }
        return 0;
    }

    private Document readUsual(int flags, String key, DocumentId id, PackedReader in) {
        long hash = in.fixed64();
        long time = (flags & WHOLE_SECONDS) != 0 ? in.fixed(SECONDS_BYTES) * MICROS : in.fixed(MICROS_BYTES);
        int versionForm = (flags >> VERSION_FORM) & 0b11;
        long version = in.signed();
        if (versionForm != 0) {
            version = time + version * VERSION_UNITS[versionForm];
        }
        CellKey cell = new CellKey(in.unsigned(), shape.bucketSeconds(time));
        FieldValues values = layout.newValues();
        ownValues.read(values, in);
        shape.place(values, kept, key, id, version, cell, time);
        Document.State state = Document.State.ofCode(flags & STATE);
        return new Document(key, id, new Stamp(version, hash), state, cell, time, values, readProblem(flags, in));
    }

    private void writeInFull(Document document, int flags, PackedWriter out) {
        out.fixed(flags, 1);
        out.unsigned(document.state().code());
        out.fixed64(document.stamp().hash());
        out.signed(document.timeMicros());
        out.signed(document.stamp().version());
        out.unsigned(document.cell().shift());
        out.signed(document.cell().bucketSeconds());
        allValues.write(document.values(), out);
    }

    private Document readInFull(int flags, String key, DocumentId id, PackedReader in) {
        Document.State state = Document.State.ofCode((int) in.unsigned());
        long hash = in.fixed64();
        long time = in.signed();
        Stamp stamp = new Stamp(in.signed(), hash);
        CellKey cell = new CellKey(in.unsigned(), in.signed());
        FieldValues values = layout.newValues();
        allValues.read(values, in);
        return new Document(key, id, stamp, state, cell, time, values, readProblem(flags, in));
    }

    private static @Nullable Problem readProblem(int flags, PackedReader in) {
        return (flags & PROBLEM) == 0 ? null : new Problem(Reason.ofCode((int) in.unsigned()), in.text());
    }
}
