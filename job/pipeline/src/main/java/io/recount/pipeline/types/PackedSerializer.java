package io.recount.pipeline.types;

import io.recount.cells.PackedReader;
import io.recount.cells.PackedWriter;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Serializes an immutable type as a length and its packed form. */
public abstract class PackedSerializer<T> extends TypeSerializerSingleton<T> {

    private static final long serialVersionUID = 1L;

    protected abstract void write(T value, PackedWriter out);

    protected abstract T read(PackedReader in);

    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    public T copy(T from) {
        return from;
    }

    @Override
    public T copy(T from, T reuse) {
        return from;
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public void serialize(T value, DataOutputView target) throws IOException {
        PackedWriter out = new PackedWriter();
        write(value, out);
        target.writeInt(out.length());
        out.writeTo(target);
    }

    @Override
    public T deserialize(DataInputView source) throws IOException {
        byte[] bytes = new byte[source.readInt()];
        source.readFully(bytes);
        return read(new PackedReader(bytes));
    }

    @Override
    public T deserialize(T reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        int length = source.readInt();
        target.writeInt(length);
        target.write(source, length);
    }
}
