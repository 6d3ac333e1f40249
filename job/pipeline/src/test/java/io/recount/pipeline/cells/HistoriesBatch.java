package io.recount.pipeline.cells;

import io.recount.cells.model.ModelFile;
import io.recount.harness.histories.HistorySource;
import io.recount.harness.histories.Observer;
import io.recount.harness.histories.Step;
import io.recount.harness.histories.Trade;
import io.recount.pipeline.cells.HistoriesEvents.Event;
import io.recount.pipeline.cells.HistoriesStage.Job;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;

/**
 * Histories that are played at once, because starting a stage costs more than a history. Their registers have nothing to do
 * with each other. All of it follows from the seed.
 */
final class HistoriesBatch {

    static final int SIZE = 20;

    /** One watermark, checkpoint, stop or crash in so many deliveries, about. */
    private static final int CHANCES = 250;

    /** From hardly anything to all of it. */
    private static final long[] CACHE_BYTES = {2_000, 100_000, 1 << 28};

    private static final Duration[] HOT = {Duration.ofHours(1), Duration.ofHours(8), Duration.ofDays(3_650)};

    /** Small ones leave documents waiting while batches come and go. */
    private static final int[] BATCHES = {1, 3, 40, 16_384};

    private static final int[] GROUPS = {1, 64};
    private static final int[] ROOMS = {2, 30, 1_000};
    private static final int ROCKS_DB_EVERY = 20;

    private static final int LOADING_EVERY = 3;
    private static final int FREEZING_EVERY = 5;

    /** By a model that is mended on the way, some of them with documents that are loaded. */
    private static final int MENDING_EVERY = 5;

    /** So many deliveries can't be read at first. */
    private static final int UNREADABLE_EVERY = 4;

    private final long seed;
    private final Trade trade;
    private final Path modelFile;
    private final Observer observer;

    /** Plays by {@code modelFile}, which reads the messages of the trade. */
    HistoriesBatch(long seed, Trade trade, Path modelFile, Observer observer) {
        this.seed = seed;
        this.trade = trade;
        this.modelFile = modelFile;
        this.observer = observer;
    }

    /** Plays {@code histories} and compares every number; the events that happened. */
    HistoriesEvents run(int histories) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        var model = ModelFile.read(modelFile);
        HistoriesTopic topic = new HistoriesTopic(model);
        boolean isMending = Math.floorMod(seed, MENDING_EVERY) == 2;
        interleaved(histories, random.split(), isMending, topic);
        StateBackend backend = Math.floorMod(seed, ROCKS_DB_EVERY) == 7
                ? new EmbeddedRocksDBStateBackend(false)
                : new HashMapStateBackend();
        Sizes sizes = new Sizes(any(BATCHES, random), any(GROUPS, random), any(ROOMS, random));
        StateSettings state = new StateSettings(
                CACHE_BYTES[random.nextInt(CACHE_BYTES.length)], HOT[random.nextInt(HOT.length)], sizes);
        Job job = new Job(model, state, backend);
        HistoriesPlay play = new HistoriesPlay(
                job,
                random.split(),
                CHANCES,
                Math.floorMod(seed, LOADING_EVERY) == 1,
                Math.floorMod(seed, FREEZING_EVERY) == 2);
        play.events().count(Event.MENDED, topic.replay());
        play.run(topic);
        HistoriesOracle.assertExact(modelFile, topic, play);
        return play.events();
    }

    private static int any(int[] sizes, SplittableRandom random) {
        return sizes[random.nextInt(sizes.length)];
    }

    private void interleaved(int histories, SplittableRandom random, boolean isMending, HistoriesTopic topic) {
        HistorySource source = new HistorySource(trade, random.split());
        List<Iterator<Step>> running = new ArrayList<>();
        for (int i = 0; i < histories; i++) {
            List<Step> history = source.next("касса " + i + "-");
            synchronized (observer) {
                observer.observe(history);
            }
            running.add(history.iterator());
        }
        while (!running.isEmpty()) {
            int at = random.nextInt(running.size());
            if (running.get(at).hasNext() && isMending && random.nextInt(UNREADABLE_EVERY) == 0) {
                topic.appendUnreadable(running.get(at).next());
            } else if (running.get(at).hasNext()) {
                topic.append(running.get(at).next());
            } else {
                running.remove(at);
            }
        }
    }
}
