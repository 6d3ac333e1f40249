package io.recount.pipeline.publish;

import io.recount.clickhouse.CommitListener;
import io.recount.clickhouse.Position;
import io.recount.clickhouse.Seal;
import io.recount.kafka.GroupOffsets;
import io.recount.kafka.KafkaAccess;
import io.recount.kafka.LogName;
import io.recount.kafka.LogPartition;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** After a checkpoint's ledger row, and never before it, sets Kafka's group offsets to what is published. */
public final class PublishedOffsets implements CommitListener {

    private static final long serialVersionUID = 1L;

    private final KafkaAccess access;
    private transient @Nullable GroupOffsets group;

    public PublishedOffsets(KafkaAccess access) {
        this.access = access;
    }

    @Override
    public void committed(Seal seal) throws Exception {
        if (group == null) {
            group = new GroupOffsets(access);
        }
        Map<LogPartition, Long> offsets = new HashMap<>();
        for (Position position : seal.positions()) {
            offsets.put(new LogPartition(LogName.parse(position.topic()), position.partition()), position.nextOffset());
        }
        group.set(offsets);
    }

    @Override
    public void close() {
        if (group != null) {
            group.close();
        }
    }
}
