package io.recount.pipeline.cells;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.cells.model.ModelFile;
import io.recount.harness.histories.TradingYear;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.junit.jupiter.api.Test;

/**
 * A year of event time, a day after the other, with corrections and receipts that are up to three months old. What the
 * stage takes does not depend on how long it runs: the last quarter's average is that of the second. In the first it
 * grows, until what is three months old is as frequent as it will be.
 *
 * <p>{@code -Drecount.seed=N} for another year.
 */
class YearTest {

    private static final int DAYS = 365;
    private static final int QUARTER = 91;
    private static final double FLAT = 1.05;
    private static final int REGISTERS = 6;
    private static final int RECEIPTS_A_DAY = 8;
    private static final Duration SHIPPED_HOT = Duration.ofDays(7);
    private static final Duration FOR_EVER = Duration.ofDays(3_650);

    private final long seed = Long.getLong("recount.seed", 1);
    private final Path receipts = Path.of(System.getProperty("recount.root"), "job/models/receipts.yaml");
    private final Path small =
            Path.of(System.getProperty("recount.root"), "job/pipeline/src/test/resources/histories-small.yaml");

    @Test
    void aYearLeavesNothingBehind() throws Exception {
        try (YearPlay play = play(receipts, SHIPPED_HOT, DAYS)) {
            assertThat(growth(play).values()).as(play.samples().table()).allMatch(growth -> growth <= FLAT);
            assertThat(play.rowsRead()).as("rows read back").isPositive();
            HistoriesOracle.assertExact(receipts, play.topic(), play);
        }
    }

    /** Also of ids that no mark tells from new ones. */
    @Test
    void aYearOfIdsInNoOrderLeavesNothingBehind() throws Exception {
        try (YearPlay play = play(small, SHIPPED_HOT, DAYS)) {
            assertThat(growth(play).values()).as(play.samples().table()).allMatch(growth -> growth <= FLAT);
            HistoriesOracle.assertExact(small, play.topic(), play);
        }
    }

    /** The measurement itself: of a stage that keeps everything it says so, after three quarters already. */
    @Test
    void withoutEvictionTheYearWouldShow() throws Exception {
        try (YearPlay play = play(small, FOR_EVER, 3 * QUARTER)) {
            assertThat(growth(play))
                    .as(play.samples().table())
                    .hasEntrySatisfying(
                            "bytes of a snapshot", growth -> assertThat(growth).isGreaterThan(1.5));
        }
    }

    private YearPlay play(Path modelFile, Duration hot, int days) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        StateSettings state = new StateSettings(1 << 28, hot);
        YearPlay play = new YearPlay(
                new HistoriesStage.Job(ModelFile.read(modelFile), state, new HashMapStateBackend()),
                new TradingYear(random.split(), REGISTERS, RECEIPTS_A_DAY),
                random.split());
        for (int day = 0; day < days; day++) {
            play.day();
        }
        System.out.printf(
                "A year, seed %d: %d messages, %d restarts, %d rows read back; averages of each month:%n%s",
                seed,
                play.topic().size(),
                play.restarts(),
                play.rowsRead(),
                play.samples().table());
        return play;
    }

    private static Map<String, Double> growth(YearPlay play) {
        int last = play.samples().days() - QUARTER;
        Map<String, Double> growth = play.samples().growth(QUARTER, last, QUARTER);
        System.out.println("Last quarter to second: " + growth);
        return growth;
    }
}
