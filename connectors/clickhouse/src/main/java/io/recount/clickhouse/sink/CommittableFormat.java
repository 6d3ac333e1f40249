package io.recount.clickhouse.sink;

import io.recount.clickhouse.Progress;
import java.io.IOException;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Bytes of a {@link Committable}, between the aggregator and the committer and in the committer's state. */
final class CommittableFormat extends VersionedFormat<Committable> {

    /** 2: blocks and submissions know of shards; before, there was one. 3: seals come with a record's age. */
    private static final int VERSION = 3;

    private static final byte BLOCK = 1;
    private static final byte SEAL = 2;

    public CommittableFormat() {
        super("committable", VERSION);
    }

    @Override
    void write(Committable committable, DataOutputView out) throws IOException {
        if (committable instanceof Block block) {
            out.writeByte(BLOCK);
            Wire.writeBlock(block, out);
        } else if (committable instanceof Committable.Sealed end) {
            out.writeByte(SEAL);
            Wire.writeSubmission(end.by(), out);
            Wire.writeSeal(end.seal(), out);
            out.writeLong(end.oldestAppendedMillis());
        }
    }

    @Override
    Committable read(int version, DataInputView in) throws IOException {
        byte kind = in.readByte();
        return switch (kind) {
            case BLOCK -> Wire.readBlock(version, in);
            case SEAL ->
                new Committable.Sealed(
                        Wire.readSubmission(version, in),
                        Wire.readSeal(in),
                        version < VERSION ? Progress.NO_RECORDS : in.readLong());
            default -> throw unknownKind("committable", kind);
        };
    }

    @Override
    int sizeBytes(Committable committable) {
        return committable instanceof Block block ? block.content().length : 0;
    }
}
