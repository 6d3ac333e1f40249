package io.recount.harness.receipts;

import io.recount.harness.RegisterAssignment;
import io.recount.harness.Scenario;
import io.recount.harness.feed.Draft;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * The receipts of all registers of a scenario, in order of sending.
 *
 * <p>Every {@value #MIX_EVERY}th receipt is of the cycle of rare mixes and left undisturbed, so that from
 * {@value #MIXED_RECEIPTS} receipts on nothing that is measured stays unseen.
 */
public final class ReceiptSource implements Iterator<Draft> {

    static final int MIX_EVERY = 400;
    static final int MIXED_RECEIPTS = 16_000;

    private static final List<String> TIME_ZONES = List.of(
            "Europe/Moscow",
            "Europe/Kaliningrad",
            "Asia/Yekaterinburg",
            "Asia/Vladivostok",
            "Europe/Berlin",
            "Asia/Kolkata",
            "UTC");

    private final PriorityQueue<Upcoming> upcoming = new PriorityQueue<>(
            Comparator.comparing((Upcoming next) -> next.printed().sentAt()).thenComparingInt(Upcoming::index));
    private final List<RegisterAssignment> assignments = new ArrayList<>();
    private long made;

    public ReceiptSource(Scenario scenario, SplittableRandom random) {
        int[] receipts = shares(scenario, random);
        for (int index = 0; index < scenario.registers(); index++) {
            int store = index % scenario.stores();
            RegisterAssignment assignment = new RegisterAssignment(
                    "R-%06d".formatted(index + 1),
                    "S-%04d".formatted(store + 1),
                    TIME_ZONES.get(store % TIME_ZONES.size()));
            assignments.add(assignment);
            boolean late = isLate(index, scenario.lateRegisters());
            advance(new CashRegister(scenario, assignment, index, receipts[index], late, random.split()), index);
        }
    }

    public List<RegisterAssignment> assignments() {
        return List.copyOf(assignments);
    }

    @Override
    public boolean hasNext() {
        return !upcoming.isEmpty();
    }

    @Override
    public Draft next() {
        if (upcoming.isEmpty()) {
            throw new NoSuchElementException("All receipts were made; ask hasNext() first");
        }
        Upcoming next = upcoming.remove();
        CashRegister.Printed printed = next.printed();
        CashRegister register = next.register();
        made++;
        boolean mix = made % MIX_EVERY == 0;
        Content content = mix
                ? ContentSource.rareMix(made / MIX_EVERY, register.store())
                : ContentSource.plausible(printed.place(), register.store(), printed.inShift(), register.random());
        advance(register, next.index());
        return new Receipt(printed.place(), content, printed.sentAt(), mix);
    }

    private void advance(CashRegister register, int index) {
        if (register.hasNext()) {
            upcoming.add(new Upcoming(register.next(), register, index));
        }
    }

    /** Spread over the registers: the share's whole multiples differ between neighbours. */
    private static boolean isLate(int index, double share) {
        return (long) ((index + 1) * share) > (long) (index * share);
    }

    /** Busy registers print ten times what quiet ones do. */
    private static int[] shares(Scenario scenario, SplittableRandom random) {
        int registers = scenario.registers();
        long[] upTo = new long[registers];
        long total = 0;
        for (int index = 0; index < registers; index++) {
            total += random.nextLong(1, 11);
            upTo[index] = total;
        }
        int[] receipts = new int[registers];
        long given = 0;
        for (int index = 0; index < registers; index++) {
            long upToHere = scenario.receipts() * upTo[index] / total;
            receipts[index] = (int) (upToHere - given);
            given = upToHere;
        }
        return receipts;
    }

    private record Upcoming(CashRegister.Printed printed, CashRegister register, int index) {}
}
