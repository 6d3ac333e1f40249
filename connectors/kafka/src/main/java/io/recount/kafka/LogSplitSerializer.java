package io.recount.kafka;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/** Writes splits into checkpoints. A version that is not known is refused: guessing at a position would lose records. */
final class LogSplitSerializer implements SimpleVersionedSerializer<LogSplit> {

    static final LogSplitSerializer INSTANCE = new LogSplitSerializer();

    private static final int VERSION = 1;
    private static final int SIZE_BYTES = 64;

    private LogSplitSerializer() {}

    @Override
    public int getVersion() {
        return VERSION;
    }

    @Override
    public byte[] serialize(LogSplit split) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(SIZE_BYTES);
        write(split, out);
        return out.getCopyOfBuffer();
    }

    @Override
    public LogSplit deserialize(int version, byte[] bytes) throws IOException {
        refuseUnknown(version, VERSION);
        return read(new DataInputDeserializer(bytes));
    }

    static void write(LogSplit split, DataOutput out) throws IOException {
        writePartition(split.partition(), out);
        out.writeLong(split.nextOffset());
    }

    static LogSplit read(DataInput in) throws IOException {
        return new LogSplit(readPartition(in), in.readLong());
    }

    static void writePartition(LogPartition partition, DataOutput out) throws IOException {
        out.writeUTF(partition.log().text());
        out.writeInt(partition.partition());
    }

    static LogPartition readPartition(DataInput in) throws IOException {
        return new LogPartition(LogName.parse(in.readUTF()), in.readInt());
    }

    static void refuseUnknown(int found, int known) throws IOException {
        if (found != known) {
            throw new IOException("The state of the Kafka source has version " + found + ", and this release reads "
                    + known + " only. Next: restore with the release that wrote it, or a newer one");
        }
    }
}
