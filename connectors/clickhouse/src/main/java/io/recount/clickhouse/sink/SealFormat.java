package io.recount.clickhouse.sink;

import io.recount.clickhouse.Seal;
import java.io.IOException;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Bytes of a {@link Seal} in the aggregator's state. */
final class SealFormat extends VersionedFormat<Seal> {

    SealFormat() {
        super("seal", 1);
    }

    @Override
    void write(Seal seal, DataOutputView out) throws IOException {
        Wire.writeSeal(seal, out);
    }

    @Override
    Seal read(int version, DataInputView in) throws IOException {
        return Wire.readSeal(in);
    }

    @Override
    int sizeBytes(Seal seal) {
        return 0;
    }
}
