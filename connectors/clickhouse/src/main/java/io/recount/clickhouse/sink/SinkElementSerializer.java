package io.recount.clickhouse.sink;

import io.recount.clickhouse.Progress;
import io.recount.clickhouse.SinkElement;
import io.recount.clickhouse.TableRow;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Writes sink elements between operators. Elements are immutable, so a copy is the element itself. */
final class SinkElementSerializer extends TypeSerializerSingleton<SinkElement> {

    public static final SinkElementSerializer INSTANCE = new SinkElementSerializer();

    private static final long serialVersionUID = 1;

    private static final byte ROW = 1;
    private static final byte PROGRESS = 2;

    private SinkElementSerializer() {}

    @Override
    public void serialize(SinkElement element, DataOutputView out) throws IOException {
        if (element instanceof TableRow row) {
            out.writeByte(ROW);
            out.writeInt(row.table());
            out.writeLong(row.shardHash());
            out.writeInt(row.partition());
            out.writeLong(row.version());
            out.writeInt(row.keyLength());
            Wire.writeBytes(row.row(), out);
        } else if (element instanceof Progress progress) {
            out.writeByte(PROGRESS);
            Wire.writeProgress(progress, out);
        }
    }

    @Override
    public SinkElement deserialize(DataInputView in) throws IOException {
        byte kind = in.readByte();
        return switch (kind) {
            case ROW ->
                new TableRow(
                        in.readInt(), in.readLong(), in.readInt(), in.readLong(), in.readInt(), Wire.readBytes(in));
            case PROGRESS -> Wire.readProgress(in);
            default ->
                throw new IOException("A sink element of kind " + kind
                        + " was read; only 1 and 2 are known. Its sender runs another version of the connector");
        };
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        serialize(deserialize(source), target);
    }

    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    public SinkElement createInstance() {
        return new Progress(List.of(), Map.of(), Progress.NO_WATERMARK);
    }

    @Override
    public SinkElement copy(SinkElement from) {
        return from;
    }

    @Override
    public SinkElement copy(SinkElement from, SinkElement reuse) {
        return from;
    }

    @Override
    public SinkElement deserialize(SinkElement reuse, DataInputView in) throws IOException {
        return deserialize(in);
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public TypeSerializerSnapshot<SinkElement> snapshotConfiguration() {
        return new Snapshot();
    }

    private Object readResolve() {
        return INSTANCE;
    }

    /** The serializer has no configuration: its class says all. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<SinkElement> {
        public Snapshot() {
            super(() -> INSTANCE);
        }
    }
}
