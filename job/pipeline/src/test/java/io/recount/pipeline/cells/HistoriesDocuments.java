package io.recount.pipeline.cells;

import io.recount.clickhouse.Ancestor;
import io.recount.clickhouse.Lineage;
import io.recount.pipeline.types.Delivery;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.metrics.MetricGroup;

/** The table of documents, in memory: everything that any attempt ever wrote, also what no checkpoint covers. */
final class HistoriesDocuments implements PastDocuments {

    private static final long serialVersionUID = 1;

    /** Never leaves the machine of the test. */
    private final transient Map<String, List<Written>> byRegister = new HashMap<>();

    private record Written(long timeline, Delivery delivery, boolean late) {

        boolean isIn(Lineage history) {
            return history.ancestors().stream().anyMatch(this::isIn);
        }

        private boolean isIn(Ancestor ancestor) {
            return ancestor.timeline() == timeline
                    && ancestor.positions().stream()
                            .anyMatch(position -> position.topic().equals(delivery.topic())
                                    && position.partition() == delivery.partition()
                                    && delivery.offset() < position.nextOffset());
        }
    }

    void write(long timeline, Delivery delivery, boolean late) {
        byRegister
                .computeIfAbsent(delivery.document().key(), key -> new ArrayList<>())
                .add(new Written(timeline, delivery, late));
    }

    @Override
    public Reader open(MetricGroup metrics) {
        return new Reader() {
            @Override
            public List<Past> read(String register, Lineage history) {
                return byRegister.getOrDefault(register, List.of()).stream()
                        .filter(written -> written.isIn(history))
                        .sorted(Comparator.comparing(Written::late).reversed())
                        .map(written -> new Past(written.delivery().document(), written.late()))
                        .toList();
            }

            @Override
            public void close() {}
        };
    }
}
