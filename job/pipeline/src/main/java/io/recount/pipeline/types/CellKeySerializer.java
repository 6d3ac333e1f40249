package io.recount.pipeline.types;

import io.recount.cells.CellKey;
import io.recount.cells.PackedReader;
import io.recount.cells.PackedWriter;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;

/** Cells as namespaces of state. */
public final class CellKeySerializer extends PackedSerializer<CellKey> {

    public static final CellKeySerializer INSTANCE = new CellKeySerializer();

    private static final long serialVersionUID = 1L;

    @Override
    public CellKey createInstance() {
        return new CellKey(0, 0);
    }

    @Override
    protected void write(CellKey value, PackedWriter out) {
        out.unsigned(value.shift());
        out.signed(value.bucketSeconds());
    }

    @Override
    protected CellKey read(PackedReader in) {
        return new CellKey(in.unsigned(), in.signed());
    }

    @Override
    public TypeSerializerSnapshot<CellKey> snapshotConfiguration() {
        return new Snapshot();
    }

    /** Says in a savepoint which serializer wrote the state. */
    @SuppressWarnings("WeakerAccess") // made by reflection
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<CellKey> {
        public Snapshot() {
            super(() -> INSTANCE);
        }
    }
}
