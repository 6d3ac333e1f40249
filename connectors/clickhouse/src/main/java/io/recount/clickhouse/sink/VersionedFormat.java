package io.recount.clickhouse.sink;

import java.io.IOException;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.core.memory.DataOutputView;

/**
 * A value's bytes under a version number. Bytes of a newer version are refused: an older job must not guess what a newer
 * one meant.
 */
abstract class VersionedFormat<T> implements SimpleVersionedSerializer<T> {

    private static final int SMALL_BYTES = 256;

    private final String what;
    private final int newest;

    /** {@code newest} is the version that is written; all before it are read, too. */
    VersionedFormat(String what, int newest) {
        this.what = what;
        this.newest = newest;
    }

    /** Writes the value as the newest version has it. */
    abstract void write(T value, DataOutputView out) throws IOException;

    /** Reads what {@link #write} wrote when {@code version} was the newest. */
    abstract T read(int version, DataInputView in) throws IOException;

    /** About how many bytes the value will take, so that a large one is written without copies. */
    abstract int sizeBytes(T value);

    @Override
    public final int getVersion() {
        return newest;
    }

    @Override
    public final byte[] serialize(T value) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(SMALL_BYTES + sizeBytes(value));
        write(value, out);
        return out.getCopyOfBuffer();
    }

    @Override
    public final T deserialize(int version, byte[] bytes) throws IOException {
        if (version < 1 || version > newest) {
            throw new IOException(
                    "The state holds a " + what + " of version " + version + " and this job reads versions up to "
                            + newest + ". Next: run the version of the job that wrote the state, or a newer one");
        }
        DataInputDeserializer in = new DataInputDeserializer(bytes);
        T value = read(version, in);
        if (in.available() > 0) {
            throw new IOException("A " + what + " in the state is followed by " + in.available()
                    + " bytes that belong to nothing. Next: restore an older checkpoint; this one is damaged");
        }
        return value;
    }

    static IOException unknownKind(String what, byte kind) {
        return new IOException("A " + what + " in the state is of kind " + kind
                + ", which does not exist. Next: restore an older checkpoint; this one is damaged");
    }
}
