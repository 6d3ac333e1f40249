package io.recount.kafka;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/** Writes records between operators. Records are immutable, so a copy is the record itself. */
final class RawRecordSerializer extends TypeSerializerSingleton<RawRecord> {

    public static final RawRecordSerializer INSTANCE = new RawRecordSerializer();

    private static final long serialVersionUID = 1;

    /** Stands for no bytes at all, where 0 stands for an empty array. */
    private static final int NONE = -1;

    private RawRecordSerializer() {}

    @Override
    public void serialize(RawRecord record, DataOutputView out) throws IOException {
        out.writeUTF(record.topic());
        out.writeInt(record.partition());
        out.writeLong(record.offset());
        out.writeLong(record.appendedAtMillis());
        writeBytes(record.key(), out);
        writeBytes(record.value(), out);
    }

    @Override
    public RawRecord deserialize(DataInputView in) throws IOException {
        return new RawRecord(in.readUTF(), in.readInt(), in.readLong(), in.readLong(), readBytes(in), readBytes(in));
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
    public RawRecord createInstance() {
        return new RawRecord("", 0, 0, 0, null, null);
    }

    @Override
    public RawRecord copy(RawRecord from) {
        return from;
    }

    @Override
    public RawRecord copy(RawRecord from, RawRecord reuse) {
        return from;
    }

    @Override
    public RawRecord deserialize(RawRecord reuse, DataInputView in) throws IOException {
        return deserialize(in);
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public TypeSerializerSnapshot<RawRecord> snapshotConfiguration() {
        return new Snapshot();
    }

    private static void writeBytes(byte @Nullable [] bytes, DataOutput out) throws IOException {
        if (bytes == null) {
            out.writeInt(NONE);
        } else {
            out.writeInt(bytes.length);
            out.write(bytes);
        }
    }

    private static byte @Nullable [] readBytes(DataInput in) throws IOException {
        int length = in.readInt();
        if (length == NONE) {
            return null;
        }
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        return bytes;
    }

    private Object readResolve() {
        return INSTANCE;
    }

    /** The serializer has no configuration: its class says all. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<RawRecord> {
        public Snapshot() {
            super(() -> INSTANCE);
        }
    }
}
