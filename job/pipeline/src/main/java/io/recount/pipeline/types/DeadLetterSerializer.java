package io.recount.pipeline.types;

import io.recount.cells.PackedReader;
import io.recount.cells.PackedWriter;
import io.recount.cells.Problem;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;

/** Dead letters on their way to their sink. They are never in state. */
public final class DeadLetterSerializer extends PackedSerializer<DeadLetter> {

    private static final long serialVersionUID = 1L;

    @Override
    public DeadLetter createInstance() {
        throw new UnsupportedOperationException("dead letters are immutable");
    }

    @Override
    protected void write(DeadLetter letter, PackedWriter out) {
        out.text(letter.topic());
        out.unsigned(letter.partition());
        out.unsigned(letter.offset());
        out.signed(letter.appendedAtMillis());
        out.fixed64(letter.hash());
        out.unsigned(letter.sizeBytes());
        out.text(letter.problem().reason().name());
        out.text(letter.problem().sentence());
        out.text(letter.excerpt());
        out.bytes(letter.payload().bytes());
    }

    @Override
    protected DeadLetter read(PackedReader in) {
        return new DeadLetter(
                in.text(),
                (int) in.unsigned(),
                in.unsigned(),
                in.signed(),
                in.fixed64(),
                (int) in.unsigned(),
                new Problem(Problem.Reason.valueOf(in.text()), in.text()),
                in.text(),
                Payload.of(in.bytes()));
    }

    @Override
    public TypeSerializerSnapshot<DeadLetter> snapshotConfiguration() {
        throw new UnsupportedOperationException("dead letters are never in state");
    }
}
