package io.recount.pipeline.types;

import io.recount.cells.CellKey;
import io.recount.cells.FieldCellKey;
import io.recount.cells.PackedReader;
import io.recount.cells.PackedWriter;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;

/** Invalidations on their way to the cells. They are never in state. */
public final class InvalidationSerializer extends PackedSerializer<Invalidation> {

    private static final long serialVersionUID = 1L;

    private static final int CELL = 1;
    private static final int FIELD_CELL = 2;
    private static final int SHIFT = 3;
    private static final int PAGE = 4;
    private static final int PROGRESS = 5;

    @Override
    public Invalidation createInstance() {
        throw new UnsupportedOperationException("invalidations are immutable");
    }

    @Override
    protected void write(Invalidation invalidation, PackedWriter out) {
        out.text(invalidation.key());
        if (invalidation.target() instanceof Invalidation.Cell cell) {
            out.unsigned(CELL);
            writeCell(cell.cell(), out);
        } else if (invalidation.target() instanceof Invalidation.FieldCell field) {
            out.unsigned(FIELD_CELL);
            writeCell(field.cell().cell(), out);
            out.text(field.cell().field());
            out.text(field.cell().value());
        } else if (invalidation.target() instanceof Invalidation.Shift shift) {
            out.unsigned(SHIFT);
            out.signed(shift.shift());
        } else if (invalidation.target() instanceof Invalidation.Page page) {
            out.unsigned(PAGE);
            out.text(page.request());
            out.signed(page.page());
        } else if (invalidation.target() instanceof Invalidation.Progress progress) {
            out.unsigned(PROGRESS);
            RequestStatusFormat.write(progress.status(), out);
            out.signed(progress.updatedMillis());
            out.signed(progress.version());
        }
    }

    @Override
    protected Invalidation read(PackedReader in) {
        String key = in.text();
        int kind = (int) in.unsigned();
        return new Invalidation(
                key,
                switch (kind) {
                    case CELL -> new Invalidation.Cell(readCell(in));
                    case FIELD_CELL -> new Invalidation.FieldCell(new FieldCellKey(readCell(in), in.text(), in.text()));
                    case SHIFT -> new Invalidation.Shift(in.signed());
                    case PROGRESS -> new Invalidation.Progress(RequestStatusFormat.read(in), in.signed(), in.signed());
                    case PAGE -> new Invalidation.Page(in.text(), in.signed());
                    default -> throw new IllegalStateException("there is no invalidation of kind " + kind);
                });
    }

    private static void writeCell(CellKey cell, PackedWriter out) {
        out.unsigned(cell.shift());
        out.signed(cell.bucketSeconds());
    }

    private static CellKey readCell(PackedReader in) {
        return new CellKey(in.unsigned(), in.signed());
    }

    @Override
    public TypeSerializerSnapshot<Invalidation> snapshotConfiguration() {
        throw new UnsupportedOperationException("invalidations are never in state");
    }
}
