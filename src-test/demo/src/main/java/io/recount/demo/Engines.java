package io.recount.demo;

import io.recount.local.ClickHouseEngine;
import io.recount.local.Engine;
import io.recount.local.EngineFailure;
import io.recount.local.FlinkEngine;
import io.recount.local.KafkaEngine;
import io.recount.local.Lifetime;
import io.recount.local.LocalClickHouse;
import io.recount.local.LocalFlink;
import io.recount.local.LocalKafka;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The three engines of a run, each in a folder of its own below the run's. They are found by that folder, so that a
 * later run can stop what an earlier one left.
 */
public record Engines(Path folder, KafkaEngine kafka, ClickHouseEngine clickHouse, FlinkEngine flink) {

    private static final int FLINK_HEAP_MEGABYTES = 1536;
    private static final int MANAGED_MEGABYTES_A_SLOT = 128;

    static Engines in(Path folder, EnginePorts ports, int parallelism, Lifetime lifetime) {
        return new Engines(
                folder,
                LocalKafka.builder(folder.resolve("kafka"))
                        .port(ports.kafka())
                        .lifetime(lifetime)
                        .build(),
                LocalClickHouse.builder(folder.resolve("clickhouse"))
                        .port(ports.clickHouse())
                        .lifetime(lifetime)
                        .build(),
                LocalFlink.builder(folder.resolve("flink"))
                        .port(ports.flink())
                        .lifetime(lifetime)
                        .slots(parallelism)
                        .heapMegabytes(FLINK_HEAP_MEGABYTES)
                        .configuration(flinkConfiguration(folder, parallelism))
                        .build());
    }

    private static Map<String, String> flinkConfiguration(Path folder, int parallelism) {
        return Map.of(
                "parallelism.default",
                Integer.toString(parallelism),
                "execution.checkpointing.dir",
                folder.resolve("checkpoints").toUri().toString(),
                "taskmanager.memory.managed.size",
                MANAGED_MEGABYTES_A_SLOT * parallelism + "m",
                "restart-strategy.type",
                "exponential-delay",
                "restart-strategy.exponential-delay.max-backoff",
                "10 s");
    }

    /** The same with another cluster, which keeps a folder of its own. */
    Engines withFlink(FlinkEngine other) {
        return new Engines(folder, kafka, clickHouse, other);
    }

    /** Stops those that run; true if there were any. */
    boolean stopRunning() {
        List<EngineFailure> failures = new ArrayList<>();
        boolean any = false;
        // The job first: without it nobody complains about the others.
        for (Engine engine : List.of(flink, kafka, clickHouse)) {
            if (engine.isAlive()) {
                any = true;
                try {
                    engine.stop();
                } catch (EngineFailure e) {
                    failures.add(e);
                }
            }
        }
        if (!failures.isEmpty()) {
            throw failures.get(0);
        }
        return any;
    }

    /** Logs of engines that do not run. */
    List<Path> logsOfGone() {
        return Stream.of(flink, kafka, clickHouse)
                .filter(engine -> !engine.isAlive())
                .map(Engine::log)
                .toList();
    }
}
