package io.recount.harness.histories;

import io.recount.harness.histories.Written.DocumentId;
import io.recount.harness.histories.Written.Spot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Registers that trade day after day, a shift a day, without an end. What comes on a day looks, after {@link #LONGEST_LAG},
 * like what comes on any other: most of it minutes old, some of it days, and some of it months.
 */
public final class TradingYear {

    /** So long after it was written a message may still come, for the first time or once more. */
    public static final Duration LONGEST_LAG = Duration.ofDays(90);

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final int PARTITIONS = 4;

    private final SplittableRandom random;
    private final Author author;
    private final List<Till> tills;
    private final int receiptsADay;
    private final PriorityQueue<Due> due =
            new PriorityQueue<>(Comparator.comparing(Due::at).thenComparing(Due::order));
    private long order;
    private int day;

    private record Due(Instant at, long order, Step step) {}

    public TradingYear(SplittableRandom random, int registers, int receiptsADay) {
        this.random = random;
        this.author = new Author(Trade.RECEIPTS, random.split());
        this.receiptsADay = receiptsADay;
        this.tills = IntStream.range(0, registers)
                .mapToObj(number -> new Till("касса " + number, number % PARTITIONS))
                .toList();
    }

    /** The day that {@link #nextDay} is about. */
    public Instant today() {
        return START.plus(Duration.ofDays(day));
    }

    /** What comes on the day, in its order. */
    public List<Sent> nextDay() {
        for (Till till : tills) {
            till.trade(today());
        }
        day++;
        List<Sent> sent = new ArrayList<>();
        for (Due next = due.peek(); next != null && next.at().isBefore(today()); next = due.peek()) {
            sent.add(new Sent(next.at(), next.step()));
            due.remove();
        }
        return sent;
    }

    private Duration lag() {
        int chance = random.nextInt(100);
        if (chance < 85) {
            return Duration.ofSeconds(random.nextInt(900));
        }
        Duration most = chance < 95 ? Duration.ofDays(3) : LONGEST_LAG;
        return Duration.ofSeconds(random.nextLong(most.toSeconds()));
    }

    private final class Till {

        private final String register;
        private final int partition;
        private int drive = 1;
        private long number;
        private long shift;

        Till(String register, int partition) {
            this.register = register;
            this.partition = partition;
        }

        /** From six in the morning, for eighteen hours. */
        void trade(Instant today) {
            shift++;
            if (random.nextInt(12) == 0) {
                drive++;
                number = 0;
            }
            Duration between = Duration.ofHours(18).dividedBy(receiptsADay);
            for (int i = 0; i < receiptsADay; i++) {
                number += random.nextInt(20) == 0 ? 2 : 1;
                Instant printedAt = today.plus(Duration.ofHours(6)).plus(between.multipliedBy(i));
                send(new DocumentId(register, "D" + drive, number), new Spot(shift, byItsClock(printedAt)), printedAt);
            }
        }

        /** Of some it is years ahead. */
        private Instant byItsClock(Instant printedAt) {
            return random.nextInt(500) == 0 ? printedAt.plus(Duration.ofDays(random.nextInt(366, 5_000))) : printedAt;
        }

        private void send(DocumentId id, Spot spot, Instant printedAt) {
            for (Written version : author.versions(id, spot, printedAt)) {
                Step step = new Step(version, partition);
                Instant at = version.writtenAt().plus(lag());
                due.add(new Due(at, order++, step));
                if (random.nextInt(8) == 0) {
                    due.add(new Due(at.plus(lag()), order++, step));
                }
            }
        }
    }
}
