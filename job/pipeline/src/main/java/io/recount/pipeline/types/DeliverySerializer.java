package io.recount.pipeline.types;

import io.recount.cells.DocumentCodec;
import io.recount.cells.Layout;
import io.recount.cells.PackedReader;
import io.recount.cells.PackedWriter;
import io.recount.cells.SlotMask;
import io.recount.cells.TextCache;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Deliveries on their way to their register's subtask, with all fields. They are never in state.
 *
 * <p>It writes and reads through arrays of its own and remembers texts that come again and again, topics and registers
 * foremost; so every thread needs a {@link #duplicate} of it.
 */
public final class DeliverySerializer extends PackedSerializer<Delivery> {

    private static final long serialVersionUID = 1L;
    private static final byte[] NO_BYTES = {};

    private final Layout layout;
    private final transient DocumentCodec codec;
    private final transient PackedWriter out = new PackedWriter();
    private final transient PackedReader in = new PackedReader(NO_BYTES, new TextCache());
    private transient byte[] buffer = NO_BYTES;

    public DeliverySerializer(Layout layout) {
        this.layout = layout;
        this.codec = new DocumentCodec(layout, SlotMask.all(layout));
    }

    @Override
    public DeliverySerializer duplicate() {
        return new DeliverySerializer(layout);
    }

    @Override
    public Delivery createInstance() {
        throw new UnsupportedOperationException("deliveries are immutable");
    }

    @Override
    public void serialize(Delivery delivery, DataOutputView target) throws IOException {
        out.reset();
        write(delivery, out);
        target.writeInt(out.length());
        out.writeTo(target);
    }

    @Override
    public Delivery deserialize(DataInputView source) throws IOException {
        int length = source.readInt();
        if (buffer.length < length) {
            buffer = new byte[2 * length];
        }
        source.readFully(buffer, 0, length);
        in.reset(buffer, 0, length);
        return read(in);
    }

    @Override
    protected void write(Delivery delivery, PackedWriter target) {
        target.text(delivery.topic());
        target.unsigned(delivery.partition());
        target.unsigned(delivery.offset());
        target.signed(delivery.appendedAtMillis());
        target.text(delivery.document().key());
        codec.write(delivery.document(), target);
        target.bytes(delivery.payload().bytes());
    }

    @Override
    protected Delivery read(PackedReader source) {
        return new Delivery(
                source.text(),
                (int) source.unsigned(),
                source.unsigned(),
                source.signed(),
                codec.read(source.text(), source),
                Payload.of(source.bytes()));
    }

    @Override
    public TypeSerializerSnapshot<Delivery> snapshotConfiguration() {
        throw new UnsupportedOperationException("deliveries are never in state");
    }

    /** What is transient is made anew on the TaskManager. */
    private Object readResolve() {
        return new DeliverySerializer(layout);
    }
}
