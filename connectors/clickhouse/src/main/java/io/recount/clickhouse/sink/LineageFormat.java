package io.recount.clickhouse.sink;

import io.recount.clickhouse.Lineage;
import java.io.IOException;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Bytes of a {@link Lineage} in the state of whoever has to know what a start without state went on from. */
public final class LineageFormat extends VersionedFormat<Lineage> {

    public LineageFormat() {
        super("lineage", 1);
    }

    @Override
    void write(Lineage lineage, DataOutputView out) throws IOException {
        Wire.writeLineage(lineage, out);
    }

    @Override
    Lineage read(int version, DataInputView in) throws IOException {
        return Wire.readLineage(in);
    }

    @Override
    int sizeBytes(Lineage lineage) {
        return 0;
    }
}
