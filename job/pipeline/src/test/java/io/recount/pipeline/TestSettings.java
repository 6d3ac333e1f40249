package io.recount.pipeline;

import io.recount.cells.FrozenLine;
import io.recount.clickhouse.ClickHouseAccess;
import io.recount.clickhouse.ClickHouseCluster;
import io.recount.kafka.GapPolicy;
import io.recount.kafka.KafkaAccess;
import io.recount.pipeline.options.Settings;
import io.recount.pipeline.options.StartFrom;
import java.nio.file.Path;
import java.time.Duration;

/** Settings of which only what a test is about differs from the defaults. */
final class TestSettings {

    private TestSettings() {}

    static Settings of(
            KafkaAccess kafka, ClickHouseAccess clickHouse, StartFrom startFrom, Duration checkpointInterval) {
        return new Settings(
                Path.of(System.getProperty("recount.root"), "job/models/receipts.yaml"),
                kafka,
                GapPolicy.REFUSE,
                ClickHouseCluster.of(clickHouse),
                startFrom,
                checkpointInterval,
                Duration.ofMinutes(8),
                Duration.ofMinutes(5),
                Duration.ofMinutes(1),
                Duration.ofMinutes(10),
                256L << 20,
                Duration.ofDays(7),
                1 << 20,
                0,
                false,
                "recount.invalidations",
                10_000,
                FrozenLine.NONE,
                null,
                Duration.ZERO);
    }
}
