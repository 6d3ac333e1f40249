package io.recount.kafka;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/** Writes the enumerator's state into checkpoints, in an order that depends on nothing but its content. */
final class DiscoveredSerializer implements SimpleVersionedSerializer<Discovered> {

    static final DiscoveredSerializer INSTANCE = new DiscoveredSerializer();

    private static final int VERSION = 1;
    private static final int SIZE_BYTES = 1024;
    private static final Comparator<LogPartition> ORDER =
            Comparator.comparing((LogPartition each) -> each.log().text()).thenComparingInt(LogPartition::partition);

    private DiscoveredSerializer() {}

    @Override
    public int getVersion() {
        return VERSION;
    }

    @Override
    public byte[] serialize(Discovered state) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(SIZE_BYTES);
        out.writeInt(state.assigned().size());
        for (LogPartition partition : state.assigned().stream().sorted(ORDER).toList()) {
            LogSplitSerializer.writePartition(partition, out);
        }
        out.writeInt(state.waiting().size());
        for (LogSplit split : state.waiting().stream()
                .sorted(Comparator.comparing(LogSplit::partition, ORDER))
                .toList()) {
            LogSplitSerializer.write(split, out);
        }
        return out.getCopyOfBuffer();
    }

    @Override
    public Discovered deserialize(int version, byte[] bytes) throws IOException {
        LogSplitSerializer.refuseUnknown(version, VERSION);
        DataInputDeserializer in = new DataInputDeserializer(bytes);
        Set<LogPartition> assigned = new HashSet<>();
        for (int left = in.readInt(); left > 0; left--) {
            assigned.add(LogSplitSerializer.readPartition(in));
        }
        List<LogSplit> waiting = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            waiting.add(LogSplitSerializer.read(in));
        }
        return new Discovered(assigned, waiting);
    }
}
