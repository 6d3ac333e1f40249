package io.recount.bench.backfill;

import io.recount.bench.throughput.EnginePid;
import io.recount.demo.DemoRun;
import io.recount.demo.JobEnd;
import io.recount.local.Await;
import io.recount.local.StandaloneFlink;
import io.recount.local.TaskManager;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** Loads copies of what a job has read, loses its state, and has their cells computed. */
final class BackfillMeasurement {

    private static final Duration DEADLINE = Duration.ofHours(3);
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(10);
    private static final String ID = "backfill";

    private final DemoRun run;
    private final StandaloneFlink flink;
    private final PrintWriter out;
    private final Map<Long, Double> cpuByPid = new HashMap<>();
    private long lastLineNanos;

    /** {@code run} has not been run; {@code out} is told how far it is. */
    BackfillMeasurement(DemoRun run, StandaloneFlink flink, PrintWriter out) {
        this.run = run;
        this.flink = flink;
        this.out = out;
    }

    BackfillResult measure(long copies, long rate, int kills) throws Exception {
        boolean expected = run.run().isExact();
        Archive archive = new Archive(run);
        for (long copy = 1; copy <= copies; copy++) {
            archive.load("L" + copy + "-");
        }
        long loaded = run.clickHouse().number("SELECT count() FROM documents WHERE _timeline = 0");
        say("%,d documents are loaded; the job loses its state".formatted(loaded));
        run.restart(JobEnd.LOSE_STATE);
        double clickHouseBefore = clickHouseCpuSeconds();
        sampleFlink();
        double flinkBefore = flinkCpuSeconds();
        long beginNanos = System.nanoTime();
        archive.ask(ID, rate);
        for (int kill = 1; kill <= kills; kill++) {
            long least = kill * loaded / (kills + 1);
            await(() -> expanded() >= least);
            TaskManager victim = flink.taskManagers().get(kill % 2);
            sampleFlink();
            victim.kill();
            victim.start();
            say("killed " + victim.id());
        }
        await(() -> archive.isOver(ID));
        double seconds = (System.nanoTime() - beginNanos) / 1e9;
        sampleFlink();
        return new BackfillResult(
                loaded,
                run.clickHouse()
                        .number("SELECT uniqExact(register, shift, bucket) FROM cells WHERE register LIKE 'L%-%'"),
                kills,
                seconds,
                flinkCpuSeconds() - flinkBefore,
                clickHouseCpuSeconds() - clickHouseBefore,
                expected,
                archive.differing(copies));
    }

    private void await(BooleanSupplier reached) {
        Await.until(
                () -> {
                    flink.reviveTaskManagers();
                    sampleFlink();
                    if (System.nanoTime() - lastLineNanos > BETWEEN_LINES.toNanos()) {
                        say("%,d documents of the range are computed".formatted(expanded()));
                    }
                    return reached.getAsBoolean();
                },
                DEADLINE,
                () -> "Only " + expanded() + " documents of the range were computed");
    }

    private void say(String line) {
        out.println(line);
        out.flush();
        lastLineNanos = System.nanoTime();
    }

    private long expanded() {
        return run.clickHouse().number("SELECT sum(expanded) FROM invalidations");
    }

    /** Of all task managers there ever were, as they were last seen. */
    private double flinkCpuSeconds() {
        return cpuByPid.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    private void sampleFlink() {
        for (TaskManager taskManager : flink.taskManagers()) {
            if (taskManager.isAlive()) {
                cpuByPid.put(taskManager.pid(), cpuSeconds(taskManager.pid()));
            }
        }
    }

    private double clickHouseCpuSeconds() throws IOException {
        Path folder = run.engines().folder().resolve("clickhouse");
        return cpuSeconds(EnginePid.of(folder));
    }

    private static double cpuSeconds(long pid) {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().totalCpuDuration())
                .map(duration -> duration.toMillis() / 1e3)
                .orElse(0.0);
    }
}
