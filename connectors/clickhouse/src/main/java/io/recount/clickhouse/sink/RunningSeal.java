package io.recount.clickhouse.sink;

import io.recount.clickhouse.Lineage;
import io.recount.clickhouse.Position;
import io.recount.clickhouse.Progress;
import io.recount.clickhouse.Seal;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The seal that the next checkpoint gets: positions by maximum, counters by sum, and a watermark that is the smallest
 * reported since the last seal but never falls.
 */
final class RunningSeal {

    private static final Comparator<Log> BY_NAME =
            Comparator.comparing(Log::topic).thenComparing(Log::partition);

    private final long timeline;
    private final Lineage lineage;
    private final Map<Log, Long> positions = new TreeMap<>(BY_NAME);
    private final Map<String, Long> counters;
    private long watermark;
    private long reportedWatermark = Progress.NO_WATERMARK;
    private long oldestAppendedMillis = Progress.NO_RECORDS;

    /** Goes on from a seal, on a timeline of its own or still on the same. */
    RunningSeal(long timeline, Lineage lineage, Seal from) {
        this.timeline = timeline;
        this.lineage = lineage;
        this.counters = new TreeMap<>(from.counters());
        this.watermark = from.watermarkMillis();
        from.positions().forEach(this::advance);
    }

    void absorb(Progress progress) {
        progress.positions().forEach(this::advance);
        progress.counters().forEach((name, count) -> counters.merge(name, count, Long::sum));
        oldestAppendedMillis = Math.min(oldestAppendedMillis, progress.oldestAppendedMillis());
        long reported = progress.watermarkMillis();
        boolean known = reported != Progress.NO_WATERMARK && reported != Long.MAX_VALUE;
        if (known && (reportedWatermark == Progress.NO_WATERMARK || reported < reportedWatermark)) {
            reportedWatermark = reported;
        }
    }

    Seal seal(long checkpoint) {
        watermark = Math.max(watermark, reportedWatermark);
        reportedWatermark = Progress.NO_WATERMARK;
        List<Position> reached = positions.entrySet().stream()
                .map(entry ->
                        new Position(entry.getKey().topic(), entry.getKey().partition(), entry.getValue()))
                .toList();
        return new Seal(timeline, checkpoint, lineage, reached, watermark, counters);
    }

    /** When the oldest record reported since this was asked last was appended; {@link Progress#NO_RECORDS} if none was. */
    long takeOldestAppendedMillis() {
        long oldest = oldestAppendedMillis;
        oldestAppendedMillis = Progress.NO_RECORDS;
        return oldest;
    }

    private void advance(Position position) {
        positions.merge(new Log(position.topic(), position.partition()), position.nextOffset(), Long::max);
    }

    /** A partition of a topic. */
    private record Log(String topic, int partition) {}
}
