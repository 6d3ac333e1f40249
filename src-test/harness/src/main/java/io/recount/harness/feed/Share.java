package io.recount.harness.feed;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * One register's part of a scenario.
 *
 * @param index of the register
 * @param store its index; registers are dealt out to the stores in turn
 * @param documents how many it sends altogether
 * @param late whether it sends a day of them at the end, weeks late
 */
public record Share(int index, int store, int documents, boolean late) {

    /** Shares of all registers: busy ones send ten times what quiet ones do, late ones are spread evenly. */
    public static List<Share> of(Scenario scenario, SplittableRandom random) {
        int registers = scenario.registers();
        long[] upTo = new long[registers];
        long total = 0;
        for (int index = 0; index < registers; index++) {
            total += random.nextLong(1, 11);
            upTo[index] = total;
        }
        List<Share> shares = new ArrayList<>();
        long given = 0;
        for (int index = 0; index < registers; index++) {
            long upToHere = scenario.documents() * upTo[index] / total;
            boolean late = isLate(index, scenario.lateRegisters());
            shares.add(new Share(index, index % scenario.stores(), (int) (upToHere - given), late));
            given = upToHere;
        }
        return shares;
    }

    /** The share's whole multiples differ between neighbours. */
    private static boolean isLate(int index, double share) {
        return (long) ((index + 1) * share) > (long) (index * share);
    }
}
