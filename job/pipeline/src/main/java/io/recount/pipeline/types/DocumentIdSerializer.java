package io.recount.pipeline.types;

import io.recount.cells.DocumentId;
import io.recount.cells.PackedReader;
import io.recount.cells.PackedWriter;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;

/** Ids as keys of state. */
public final class DocumentIdSerializer extends PackedSerializer<DocumentId> {

    public static final DocumentIdSerializer INSTANCE = new DocumentIdSerializer();

    private static final long serialVersionUID = 1L;

    @Override
    public DocumentId createInstance() {
        return new DocumentId("", 0, "");
    }

    @Override
    protected void write(DocumentId value, PackedWriter out) {
        out.text(value.scope());
        out.unsigned(value.number());
        out.text(value.text());
    }

    @Override
    protected DocumentId read(PackedReader in) {
        return new DocumentId(in.text(), in.unsigned(), in.text());
    }

    @Override
    public TypeSerializerSnapshot<DocumentId> snapshotConfiguration() {
        return new Snapshot();
    }

    /** Says in a savepoint which serializer wrote the state. */
    @SuppressWarnings("WeakerAccess") // made by reflection
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<DocumentId> {
        public Snapshot() {
            super(() -> INSTANCE);
        }
    }
}
