package io.recount.pipeline.options;

import io.recount.cells.FrozenLine;
import io.recount.clickhouse.ClickHouseCluster;
import io.recount.kafka.GapPolicy;
import io.recount.kafka.KafkaAccess;
import io.recount.pipeline.types.Sweep;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The validated configuration; only {@link SettingsReader} makes one.
 *
 * @param modelFile exists or not: the model's own reader says so
 * @param stateCacheBytes heap of a subtask for registers
 * @param stateHot of event time; what was not touched for so long leaves the state
 * @param documentsRaw whether messages are kept as they came
 * @param invalidationsTopic with requests to compute cells again; is there or not, and is none of the topics with documents
 * @param invalidationsRate documents a second, for requests that name no rate of their own
 * @param frozen cells before it never change again
 * @param sweep of the day before; null for none
 * @param historyKept how long published rows of cells are kept that newer ones have replaced; zero: not on purpose
 */
public record Settings(
        Path modelFile,
        KafkaAccess kafka,
        GapPolicy kafkaGapPolicy,
        ClickHouseCluster clickHouse,
        StartFrom startFrom,
        Duration checkpointInterval,
        Duration commitBudget,
        Duration watermarkDelay,
        Duration watermarkIdleness,
        Duration scanInterval,
        long stateCacheBytes,
        Duration stateHot,
        int messageBytes,
        int excerptBytes,
        boolean documentsRaw,
        String invalidationsTopic,
        long invalidationsRate,
        FrozenLine frozen,
        @Nullable Sweep sweep,
        Duration historyKept) {}
