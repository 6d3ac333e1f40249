package io.recount.pipeline.types;

import io.recount.cells.FieldCellKey;
import io.recount.cells.PackedReader;
import io.recount.cells.PackedWriter;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;

/** Field cells as keys of state. */
public final class FieldCellKeySerializer extends PackedSerializer<FieldCellKey> {

    public static final FieldCellKeySerializer INSTANCE = new FieldCellKeySerializer();

    private static final long serialVersionUID = 1L;

    @Override
    public FieldCellKey createInstance() {
        return new FieldCellKey(CellKeySerializer.INSTANCE.createInstance(), "", "");
    }

    @Override
    protected void write(FieldCellKey value, PackedWriter out) {
        CellKeySerializer.INSTANCE.write(value.cell(), out);
        out.text(value.field());
        out.text(value.value());
    }

    @Override
    protected FieldCellKey read(PackedReader in) {
        return new FieldCellKey(CellKeySerializer.INSTANCE.read(in), in.text(), in.text());
    }

    @Override
    public TypeSerializerSnapshot<FieldCellKey> snapshotConfiguration() {
        return new Snapshot();
    }

    /** Says in a savepoint which serializer wrote the state. */
    @SuppressWarnings("WeakerAccess") // made by reflection
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<FieldCellKey> {
        public Snapshot() {
            super(() -> INSTANCE);
        }
    }
}
