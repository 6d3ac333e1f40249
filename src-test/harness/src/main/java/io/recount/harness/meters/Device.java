package io.recount.harness.meters;

import io.recount.harness.feed.RegisterAssignment;
import java.util.SplittableRandom;

/**
 * What stays the same with one meter.
 *
 * @param random of this meter alone, drawn in the order of its readings
 * @param phases 1 or 3
 * @param feeds whether it also counts what is fed into the grid
 * @param onTheQuarter whether it reads at full quarters of an hour, which are starts of buckets
 * @param quotesNumbers whether it writes numbers as texts
 */
record Device(
        String serial,
        SplittableRandom random,
        String firmware,
        int phases,
        boolean feeds,
        boolean onTheQuarter,
        boolean quotesNumbers,
        IdStyle ids,
        String feeder,
        String group) {

    static Device of(RegisterAssignment assignment, int index, SplittableRandom random) {
        return new Device(
                assignment.register(),
                random,
                Words.any(Words.FIRMWARES, random),
                index % 4 == 1 ? 1 : 3,
                index % 5 == 2,
                index % 3 == 0,
                index % 7 == 1,
                IdStyle.of(index),
                "F-" + random.nextInt(1, 60),
                Words.any(Words.GROUPS, random));
    }
}
