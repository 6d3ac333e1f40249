package io.recount.clickhouse.sink;

import java.io.IOException;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Bytes of a {@link WriteResult}, between the writers and the aggregator. */
final class WriteResultFormat extends VersionedFormat<WriteResult> {

    /** 2: blocks know their shards; before, there was one. 3: progress tells when records were appended. */
    private static final int VERSION = 3;

    private static final byte BLOCK = 1;
    private static final byte PROGRESS = 2;

    public WriteResultFormat() {
        super("write result", VERSION);
    }

    @Override
    void write(WriteResult result, DataOutputView out) throws IOException {
        if (result instanceof Block block) {
            out.writeByte(BLOCK);
            Wire.writeBlock(block, out);
        } else if (result instanceof WriteResult.Reported reported) {
            out.writeByte(PROGRESS);
            Wire.writeProgress(reported.progress(), out);
        }
    }

    @Override
    WriteResult read(int version, DataInputView in) throws IOException {
        byte kind = in.readByte();
        return switch (kind) {
            case BLOCK -> Wire.readBlock(version, in);
            case PROGRESS ->
                new WriteResult.Reported(version < VERSION ? Wire.readFormerProgress(in) : Wire.readProgress(in));
            default -> throw unknownKind("write result", kind);
        };
    }

    @Override
    int sizeBytes(WriteResult result) {
        return result instanceof Block block ? block.content().length : 0;
    }
}
