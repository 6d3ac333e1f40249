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

/** Writes elements between operators. They are immutable, so a copy is the element itself. */
final class LogElementSerializer extends TypeSerializerSingleton<LogElement> {

    public static final LogElementSerializer INSTANCE = new LogElementSerializer();

    private static final long serialVersionUID = 1;

    /** Stands for no bytes at all, where 0 stands for an empty array. */
    private static final int NONE = -1;

    private static final byte RECORD = 1;
    private static final byte POSITION = 2;

    private LogElementSerializer() {}

    @Override
    public void serialize(LogElement element, DataOutputView out) throws IOException {
        if (element instanceof RawRecord record) {
            out.writeByte(RECORD);
            out.writeUTF(record.log());
            out.writeInt(record.partition());
            out.writeLong(record.offset());
            out.writeLong(record.appendedAtMillis());
            writeBytes(record.key(), out);
            writeBytes(record.value(), out);
        } else if (element instanceof LogPosition position) {
            out.writeByte(POSITION);
            out.writeUTF(position.log());
            out.writeInt(position.partition());
            out.writeLong(position.nextOffset());
        }
    }

    @Override
    public LogElement deserialize(DataInputView in) throws IOException {
        byte kind = in.readByte();
        return switch (kind) {
            case RECORD ->
                new RawRecord(in.readUTF(), in.readInt(), in.readLong(), in.readLong(), readBytes(in), readBytes(in));
            case POSITION -> new LogPosition(in.readUTF(), in.readInt(), in.readLong());
            default -> throw new IOException("The kind of an element of the log is " + kind + ", which is not known");
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
    public LogElement createInstance() {
        return new LogPosition("", 0, 0);
    }

    @Override
    public LogElement copy(LogElement from) {
        return from;
    }

    @Override
    public LogElement copy(LogElement from, LogElement reuse) {
        return from;
    }

    @Override
    public LogElement deserialize(LogElement reuse, DataInputView in) throws IOException {
        return deserialize(in);
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public TypeSerializerSnapshot<LogElement> snapshotConfiguration() {
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
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<LogElement> {
        public Snapshot() {
            super(() -> INSTANCE);
        }
    }
}
