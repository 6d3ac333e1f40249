package io.recount.pipeline.cells;

import io.recount.clickhouse.Position;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * By partition the first offset that was not processed. Of a register it is exact although the subtask sees a part of the
 * records only: those of one partition reach it in order.
 */
final class Positions {

    private static final long NONE = 0;

    private final Map<String, long[]> byTopic = new HashMap<>();

    /** Merges by maximum. */
    void advance(String topic, int partition, long nextOffset) {
        long[] offsets = byTopic.get(topic);
        if (offsets == null || offsets.length <= partition) {
            offsets = offsets == null ? new long[partition + 1] : Arrays.copyOf(offsets, partition + 1);
            byTopic.put(topic, offsets);
        }
        offsets[partition] = Math.max(offsets[partition], nextOffset);
    }

    void advance(List<Position> positions) {
        positions.forEach(each -> advance(each.topic(), each.partition(), each.nextOffset()));
    }

    List<Position> toList() {
        List<Position> list = new ArrayList<>();
        byTopic.forEach((topic, offsets) -> {
            for (int partition = 0; partition < offsets.length; partition++) {
                if (offsets[partition] != NONE) {
                    list.add(new Position(topic, partition, offsets[partition]));
                }
            }
        });
        return list;
    }
}
