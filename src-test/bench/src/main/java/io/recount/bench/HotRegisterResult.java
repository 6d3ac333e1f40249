package io.recount.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was measured.
 *
 * @param quiet freshness of other registers while there is no hot one, {@code hot} while there is
 * @param checkpointBytes size of a checkpoint before the hot receipts came again, {@code checkpointBytesAfterwards} after
 */
record HotRegisterResult(
        int hotReceipts, Freshness quiet, Freshness hot, long checkpointBytes, long checkpointBytesAfterwards) {

    private static final double MEDIAN = 0.5;
    private static final double WORST = 0.99;

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("freshness of other registers, ms        p50       p99   samples");
        lines.add(line("without a hot register", quiet));
        lines.add(line("with %,d receipts at once".formatted(hotReceipts), hot));
        lines.add("%-32s  %9.2f %9.2f".formatted("ratio", ratio(MEDIAN), ratio(WORST)));
        lines.add("checkpoint, bytes: %,d; after these receipts came again: %,d (ratio %.3f)"
                .formatted(checkpointBytes, checkpointBytesAfterwards, checkpointRatio()));
        return lines;
    }

    /** The same for programs. */
    Map<String, Object> values() {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("hotReceipts", hotReceipts);
        values.put("quietP50Millis", quiet.percentileMillis(MEDIAN));
        values.put("quietP99Millis", quiet.percentileMillis(WORST));
        values.put("quietSamples", quiet.sortedMillis().size());
        values.put("hotP50Millis", hot.percentileMillis(MEDIAN));
        values.put("hotP99Millis", hot.percentileMillis(WORST));
        values.put("hotSamples", hot.sortedMillis().size());
        values.put("ratioP50", ratio(MEDIAN));
        values.put("ratioP99", ratio(WORST));
        values.put("checkpointBytes", checkpointBytes);
        values.put("checkpointBytesAfterwards", checkpointBytesAfterwards);
        values.put("checkpointRatio", checkpointRatio());
        return values;
    }

    private static String line(String what, Freshness freshness) {
        return "%-32s  %,9d %,9d %,9d"
                .formatted(
                        what,
                        freshness.percentileMillis(MEDIAN),
                        freshness.percentileMillis(WORST),
                        freshness.sortedMillis().size());
    }

    private double ratio(double share) {
        return (double) hot.percentileMillis(share) / Math.max(1, quiet.percentileMillis(share));
    }

    private double checkpointRatio() {
        return (double) checkpointBytesAfterwards / Math.max(1, checkpointBytes);
    }
}
