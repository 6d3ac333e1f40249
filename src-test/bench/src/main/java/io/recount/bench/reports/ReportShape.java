package io.recount.bench.reports;

import java.time.LocalDate;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What is in the tables, and what is asked for. Every tenth register is a dense one. A store has ten registers, which
 * are not beside each other and are all dense or all not. A shift a day; the days end with the month that is asked for.
 */
record ReportShape(int registers, int days) {

    static final LocalDate FROM = LocalDate.of(2026, 10, 1);
    static final LocalDate TO = FROM.plusMonths(1);
    static final int DENSE_EVERY = 10;
    static final int DENSE_DOCUMENTS = 100;
    static final int OTHER_DOCUMENTS = 3;
    static final int SHORTEST_DAY = 10;
    static final int LONGEST_DAY = 14;

    private static final int STORE_REGISTERS = 10;
    private static final int ASKED_STORES = 15;
    private static final int ASKED_SHIFTS = 600;
    private static final int ASKED_FOR_FIELD = 50;
    /** No divisor of it in common with a month of days, so that all days are among those asked for. */
    private static final int SHIFT_STEP = 13;

    ReportShape {
        int step = DENSE_EVERY * STORE_REGISTERS;
        if (registers < step || registers % step != 0 || days < 1) {
            throw new IllegalArgumentException("There must be a multiple of " + step
                    + " registers and at least one day, not " + registers + " and " + days);
        }
    }

    LocalDate begin() {
        return TO.minusDays(days);
    }

    List<String> askedForField() {
        return IntStream.range(0, registers / DENSE_EVERY)
                .limit(ASKED_FOR_FIELD)
                .mapToObj(i -> register(i * DENSE_EVERY))
                .toList();
    }

    int stores() {
        return registers / STORE_REGISTERS;
    }

    /** Of dense registers: the store of a register is the remainder of its number. */
    List<String> askedStores() {
        return IntStream.range(0, stores())
                .filter(store -> store % DENSE_EVERY == 0)
                .limit(ASKED_STORES)
                .mapToObj("S-%d"::formatted)
                .toList();
    }

    /** Tuples of a register and a shift: spread over all registers and days, so that each is in a granule of its own. */
    List<String> askedShifts() {
        int count = Math.min(ASKED_SHIFTS, registers);
        Stream<String> keys = IntStream.range(0, count)
                .mapToObj(i -> "('%s', %d)"
                        .formatted(register((int) ((long) i * registers / count)), i * SHIFT_STEP % days + 1));
        return keys.toList();
    }

    private static String register(int number) {
        return "R%06d".formatted(number);
    }

    @Override
    public String toString() {
        return "%,d registers × %d days of %d to %d hours; %d documents a cell of every tenth register, %d of the others"
                .formatted(registers, days, SHORTEST_DAY, LONGEST_DAY, DENSE_DOCUMENTS, OTHER_DOCUMENTS);
    }
}
