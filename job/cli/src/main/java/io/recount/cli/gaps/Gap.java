package io.recount.cli.gaps;

import io.recount.cli.output.TextTable;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * A row of {@code log_gaps}.
 *
 * @param id for people; eight hexadecimal digits of a hash of the row's key
 * @param topic without its id
 * @param records that are lost; empty if the topic is gone
 * @param readUntil when the newest document in front of it came
 * @param repairedAt 1970 while it is open
 * @param reason why it is closed
 */
public record Gap(
        String id,
        String topic,
        long partition,
        long fromOffset,
        OptionalLong records,
        Instant readUntil,
        Instant recordedAt,
        Instant repairedAt,
        String reason) {

    public boolean isOpen() {
        return repairedAt.equals(Instant.EPOCH);
    }

    /** For people. */
    public static List<String> table(List<Gap> gaps) {
        TextTable table = new TextTable(
                "id",
                "topic",
                "partition",
                "from offset",
                "records",
                "came after",
                "came before",
                "repaired",
                "reason");
        for (Gap gap : gaps) {
            table.add(
                    gap.id(),
                    gap.topic(),
                    String.valueOf(gap.partition()),
                    String.valueOf(gap.fromOffset()),
                    gap.records().isPresent()
                            ? String.format(Locale.ROOT, "%,d", gap.records().getAsLong())
                            : "not known",
                    second(gap.readUntil()),
                    second(gap.recordedAt()),
                    gap.isOpen() ? "no" : second(gap.repairedAt()),
                    gap.reason());
        }
        return table.lines();
    }

    private static String second(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
