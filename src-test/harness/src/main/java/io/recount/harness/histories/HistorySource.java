package io.recount.harness.histories;

import io.recount.harness.histories.Written.DocumentId;
import io.recount.harness.histories.Written.Spot;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Makes histories: three or four registers, {@value #DOCUMENTS} documents, about two hundred deliveries. The registers of
 * one history have nothing to do with those of another, so that many can be played at once.
 */
public final class HistorySource {

    private static final int DOCUMENTS = 50;
    private static final int PARTITIONS = 4;
    private static final Instant START = Instant.parse("2026-10-30T20:00:00Z");

    private final Trade trade;
    private final SplittableRandom random;
    private final Author author;

    public HistorySource(Trade trade, SplittableRandom random) {
        this.trade = trade;
        this.random = random;
        this.author = new Author(trade, random);
    }

    /** The next history; {@code prefix} begins the names of its registers. */
    public List<Step> next(String prefix) {
        int registers = 3 + random.nextInt(2);
        boolean hot = random.nextInt(3) == 0;
        Map<Integer, Sender> senders = new HashMap<>();
        List<Due> due = new ArrayList<>();
        for (int document = 0; document < DOCUMENTS; document++) {
            int register = hot && random.nextInt(10) != 0 ? 0 : random.nextInt(registers);
            Sender sender = senders.computeIfAbsent(register, number -> new Sender(prefix + number));
            Instant sentAt = START.plus(Duration.ofMinutes(document * 12L + random.nextInt(12)));
            deliver(sender.next(sentAt), sentAt, register, document * 20L, due);
        }
        due.sort(Comparator.comparingLong(Due::at));
        return due.stream().map(Due::step).toList();
    }

    private record Due(long at, Step step) {}

    private void deliver(Placed placed, Instant sentAt, int partition, long from, List<Due> due) {
        boolean reversed = random.nextInt(6) == 0;
        List<Written> versions = author.versions(placed.id(), placed.spot(), sentAt);
        for (int i = 0; i < versions.size(); i++) {
            long order = reversed ? versions.size() - i : i;
            long at = from + order * 30 + (random.nextInt(6) == 0 ? random.nextInt(300) : random.nextInt(20));
            due.add(new Due(at, new Step(versions.get(i), partition % PARTITIONS)));
            int again = random.nextInt(3) == 0 ? 1 + random.nextInt(3) : 0;
            for (; again > 0; again--) {
                int through = random.nextInt(4) == 0 ? random.nextInt(PARTITIONS) : partition % PARTITIONS;
                due.add(new Due(at + random.nextInt(400), new Step(versions.get(i), through)));
            }
        }
        if (random.nextInt(12) == 0) {
            Written none = author.noDocument(placed.id(), placed.spot(), sentAt);
            due.add(new Due(from, new Step(none, partition % PARTITIONS)));
        }
    }

    private record Placed(DocumentId id, Spot spot) {}

    /** A register at work: numbers go on until its scope is changed, shifts until they are closed. */
    private final class Sender {

        private final String register;
        private int scope = 1;
        private long number;
        private long shift;

        Sender(String register) {
            this.register = register;
            this.shift = trade.hasShifts() ? random.nextLong(1, 6) : 0;
        }

        Placed next(Instant sentAt) {
            if (random.nextInt(15) == 0) {
                scope++;
                number = 0;
            }
            shift += trade.hasShifts() && random.nextInt(8) == 0 ? 1 : 0;
            number += random.nextInt(10) == 0 ? 2 : 1;
            return new Placed(new DocumentId(register, "D" + scope, number), new Spot(shift, timeOf(sentAt)));
        }

        /** To the minute, so that many documents have the same time. */
        private Instant timeOf(Instant sentAt) {
            Instant minute = sentAt.minusSeconds(random.nextInt(300)).truncatedTo(ChronoUnit.MINUTES);
            return switch (random.nextInt(20)) {
                case 0, 1 -> minute.minus(Duration.ofDays(random.nextInt(28, 62)));
                case 2 -> minute.plus(Duration.ofDays(random.nextInt(366, 20_000)));
                default -> minute;
            };
        }
    }
}
