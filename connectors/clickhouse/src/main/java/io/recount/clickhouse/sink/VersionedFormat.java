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

    private static final int VERSION = 1;
    private static final int SMALL_BYTES = 256;

    private final String what;

    VersionedFormat(String what) {
        this.what = what;
    }

    /** Writes the value as version {@value #VERSION} has it. */
    abstract void write(T value, DataOutputView out) throws IOException;

    /** Reads what {@link #write} wrote. */
    abstract T read(DataInputView in) throws IOException;

    /** About how many bytes the value will take, so that a large one is written without copies. */
    abstract int sizeBytes(T value);

    @Override
    public final int getVersion() {
        return VERSION;
    }

    @Override
    public final byte[] serialize(T value) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(SMALL_BYTES + sizeBytes(value));
        write(value, out);
        return out.getCopyOfBuffer();
    }

    @Override
    public final T deserialize(int version, byte[] bytes) throws IOException {
        if (version != VERSION) {
            throw new IOException(
                    "The state holds a " + what + " of version " + version + " and this job reads version " + VERSION
                            + ". Next: run the version of the job that wrote the state, or a newer one");
        }
        DataInputDeserializer in = new DataInputDeserializer(bytes);
        T value = read(in);
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
