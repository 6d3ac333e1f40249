package io.recount.pipeline.types;

import io.recount.cells.DocumentCodec;
import io.recount.cells.Layout;
import io.recount.cells.PackedReader;
import io.recount.cells.PackedWriter;
import io.recount.cells.SlotMask;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;

/** Deliveries on their way to their register's subtask, with all fields. They are never in state. */
public final class DeliverySerializer extends PackedSerializer<Delivery> {

    private static final long serialVersionUID = 1L;

    private final Layout layout;
    private transient DocumentCodec codec;

    public DeliverySerializer(Layout layout) {
        this.layout = layout;
        this.codec = codec(layout);
    }

    private static DocumentCodec codec(Layout layout) {
        return new DocumentCodec(layout, SlotMask.all(layout));
    }

    @Override
    public Delivery createInstance() {
        throw new UnsupportedOperationException("deliveries are immutable");
    }

    @Override
    protected void write(Delivery delivery, PackedWriter out) {
        out.text(delivery.topic());
        out.unsigned(delivery.partition());
        out.unsigned(delivery.offset());
        out.signed(delivery.appendedAtMillis());
        out.text(delivery.document().key());
        codec.write(delivery.document(), out);
    }

    @Override
    protected Delivery read(PackedReader in) {
        return new Delivery(in.text(), (int) in.unsigned(), in.unsigned(), in.signed(), codec.read(in.text(), in));
    }

    @Override
    public TypeSerializerSnapshot<Delivery> snapshotConfiguration() {
        throw new UnsupportedOperationException("deliveries are never in state");
    }

    /** The codec is made anew on the TaskManager. */
    private Object readResolve() {
        return new DeliverySerializer(layout);
    }
}
