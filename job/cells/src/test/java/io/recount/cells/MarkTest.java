package io.recount.cells;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Whatever comes in whatever order: a number that was accepted is never taken for new. */
class MarkTest {

    private static final long SEED = 11;

    @Test
    void nothingThatWasAcceptedIsEverNew() {
        System.out.println("MarkTest: seed " + SEED);
        SplittableRandom random = new SplittableRandom(SEED);
        for (int sequence = 0; sequence < 2_000; sequence++) {
            Mark mark = Mark.NONE;
            Set<Long> accepted = new HashSet<>();
            long at = random.nextLong(1_000_000);
            for (int i = 0; i < 60; i++) {
                long number = next(at, random);
                at = random.nextInt(10) == 0 ? number : at + random.nextLong(Mark.JUMP / 4);
                mark = mark.accepting(number);
                accepted.add(number);
                for (long each : accepted) {
                    assertThat(mark.isNew(each)).as("%s after %s", each, mark).isFalse();
                }
            }
        }
    }

    private static long next(long at, SplittableRandom random) {
        return switch (random.nextInt(12)) {
            case 0 -> random.nextLong(Long.MAX_VALUE);
            case 1 -> at + Mark.JUMP + 1 + random.nextLong(50);
            case 2 -> Math.max(0, at - random.nextLong(1_000));
            default -> at + random.nextLong(20);
        };
    }

    @Test
    void numbersThatFollowEachOtherAreNew() {
        Mark mark = Mark.NONE;
        for (long number = 5_000_000; number < 5_100_000; number += 7) {
            assertThat(mark.isNew(number)).isTrue();
            mark = mark.accepting(number);
        }
    }

    @Test
    void aJumpDoesNotMakeWhatComesBeforeItLookOld() {
        Mark mark = Mark.of(List.of(1L, 2L, 900_000L));
        assertThat(mark.isNew(3)).isTrue();
        assertThat(mark.isNew(899_999)).isTrue();
        assertThat(mark.isNew(900_000)).isFalse();
        assertThat(mark.isNew(900_001)).as("between jumps nothing is certain").isFalse();
    }

    @Test
    void onceTheSequenceHasPassedTheJumpsAllIsCertainAgain() {
        Mark mark = Mark.of(List.of(1L, 20_000L));
        assertThat(mark.isNew(20_001)).isFalse();
        for (long number = 2; number <= 20_002; number += 1_000) {
            mark = mark.accepting(number);
        }
        mark = mark.accepting(20_002);
        assertThat(mark).isEqualTo(new Mark(20_002, Mark.NOTHING, Mark.NOTHING));
    }

    @Test
    void whatIsWrittenIsRead() {
        for (Mark mark : List.of(Mark.NONE, new Mark(7, 20_000, Long.MAX_VALUE))) {
            PackedWriter out = new PackedWriter();
            mark.write(out);
            assertThat(Mark.read(new PackedReader(out.toBytes()))).isEqualTo(mark);
        }
    }
}
