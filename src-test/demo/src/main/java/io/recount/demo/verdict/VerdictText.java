package io.recount.demo.verdict;

import io.recount.harness.expectation.Comparison;
import io.recount.harness.expectation.Difference;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The verdict for people: the first rows that are wrong, then one line. */
public final class VerdictText {

    private static final int SHOWN_ROWS = 50;
    private static final int SHOWN_MEASURES = 3;

    private VerdictText() {}

    public static List<String> lines(Verdict verdict) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        if (verdict.unseenMeasures() > 0) {
            lines.add("%d of %d measures are zero everywhere; --receipts 20000 and more use all of them"
                    .formatted(verdict.unseenMeasures(), verdict.measures()));
        }
        verdict.checks().stream().filter(check -> !check.holds()).forEach(check -> lines.add("WRONG: " + check));
        for (Comparison table : verdict.tables()) {
            if (!table.isExact()) {
                lines.add("WRONG: %,d rows of %s".formatted(table.differingRows(), table.table()));
            }
        }
        Map<String, List<Difference>> byRow = byRow(verdict.differences());
        byRow.values().stream().limit(SHOWN_ROWS).forEach(row -> lines.add("  " + row(row)));
        if (byRow.size() > SHOWN_ROWS) {
            lines.add("  … more in verdict.json");
        }
        lines.add(verdict.line());
        return lines;
    }

    private static Map<String, List<Difference>> byRow(List<Difference> differences) {
        Map<String, List<Difference>> byRow = new LinkedHashMap<>();
        differences.forEach(difference -> byRow.computeIfAbsent(
                        difference.table() + " " + difference.key(), row -> new ArrayList<>())
                .add(difference));
        return byRow;
    }

    private static String row(List<Difference> differences) {
        String shown = String.join(
                "; and ",
                differences.stream()
                        .limit(SHOWN_MEASURES)
                        .map(VerdictText::numbers)
                        .toList());
        Difference first = differences.get(0);
        int hidden = differences.size() - SHOWN_MEASURES;
        return first.table() + " " + first.key() + ": " + shown + (hidden > 0 ? "; and " + hidden + " more" : "");
    }

    private static String numbers(Difference difference) {
        return "%s is %s, must be %s"
                .formatted(difference.measure(), number(difference.actual()), number(difference.expected()));
    }

    private static String number(@Nullable Long number) {
        return number == null ? "absent" : number.toString();
    }
}
