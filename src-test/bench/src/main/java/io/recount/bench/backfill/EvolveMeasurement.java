package io.recount.bench.backfill;

import io.recount.demo.DemoRun;
import io.recount.demo.JobEnd;
import io.recount.demo.LoadProcess;
import io.recount.demo.clickhouse.ResultRows;
import io.recount.local.Await;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Loads copies of what a job has read, has their cells computed, and lets it go on under a fuller model. */
final class EvolveMeasurement {

    private static final Duration DEADLINE = Duration.ofHours(3);
    private static final Duration BETWEEN_SAMPLES = Duration.ofSeconds(30);
    private static final int AUDITED = 1_000;
    private static final String CLEAN = "no differences in %,d registers".formatted(AUDITED);
    private static final String SECOND = "(SELECT max(timeline) FROM models)";
    private static final String FILL = "(SELECT concat('fill-', toString(max(timeline))) FROM models)";
    /** Of tips_total and online_total. */
    private static final String NEW_IDS = "(12, 13)";
    /** Tables with their keys. */
    private static final Map<String, String> SAMPLED =
            Map.of("cells", "register, shift, bucket", "shifts", "register, shift");

    private final DemoRun run;
    private final Path root;
    private final Path model;
    private final PrintWriter out;
    private int samples;
    private int unsteady;
    private int promises;
    private int broken;
    private long lastSampleNanos;

    /** {@code run} has been run under the earlier model, which is in the file {@code model}. */
    EvolveMeasurement(DemoRun run, Path root, Path model, PrintWriter out) {
        this.run = run;
        this.root = root;
        this.model = model;
        this.out = out;
    }

    EvolveResult measure(long copies, String full) throws Exception {
        Archive archive = new Archive(run);
        for (long copy = 1; copy <= copies; copy++) {
            archive.load("L" + copy + "-");
        }
        long documents = run.clickHouse().number("SELECT count() FROM documents");
        say("%,d documents are loaded; their cells are computed".formatted(documents));
        archive.ask("earlier", 1_000_000);
        Await.until(() -> archive.isOver("earlier"), DEADLINE, () -> "Only " + archive.computed("earlier"));
        String before = oldMeasures();

        Optional<String> savepoint = run.end(JobEnd.STOP);
        Files.writeString(model, full);
        run.applySchema();
        long beginNanos = System.nanoTime();
        run.goOn(savepoint);
        Await.until(() -> filling() || isFilled(), DEADLINE, () -> "The job does not fill anything");
        Await.until(
                () -> {
                    boolean isOver = isFilled();
                    sample(before, isOver);
                    return isOver;
                },
                DEADLINE,
                () -> "It stands still at " + expanded());
        double seconds = (System.nanoTime() - beginNanos) / 1e9;
        sampleMeasures(before);
        say("filled; the rest is comparing");
        String audited = audit();
        return new EvolveResult(
                documents,
                run.clickHouse().number("SELECT uniqExact(register, shift, bucket) FROM cells WHERE has(m_id, 13)"),
                seconds,
                samples,
                unsteady,
                promises,
                broken,
                archive.differing(copies),
                audited,
                audited.equals(CLEAN));
    }

    private boolean filling() {
        return run.clickHouse().number("SELECT count() FROM invalidations WHERE id = " + FILL) > 0;
    }

    private boolean isFilled() {
        return run.clickHouse().number("SELECT count() FROM invalidations WHERE state = 'done' AND id = " + FILL) > 0;
    }

    private long expanded() {
        return run.clickHouse().number("SELECT max(expanded) FROM invalidations WHERE id = " + FILL);
    }

    private void sample(String before, boolean isOver) {
        if (!isOver && System.nanoTime() - lastSampleNanos < BETWEEN_SAMPLES.toNanos()) {
            return;
        }
        sampleValidity(isOver);
        sampleMeasures(before);
        lastSampleNanos = System.nanoTime();
        say("%,d documents are filled".formatted(expanded()));
    }

    private void sampleMeasures(String before) {
        String now = oldMeasures();
        samples++;
        if (!now.equals(before)) {
            unsteady++;
            say("old measures were " + before + " and are " + now);
        }
    }

    /** Of the old field there is all once it is filled, of the new one only what came since; old ones were never away. */
    private void sampleValidity(boolean isOver) {
        promises++;
        List<String> said =
                lines("SELECT concat(name, if(valid_from = toDateTime(0, 'UTC'), ' always', if(valid_from = "
                        + SECOND
                        + ", ' since then', ' ?')), if(filled_to IS NULL, '', ' filling')) FROM measures WHERE id IN "
                        + NEW_IDS + " OR name = 'net_total' ORDER BY id");
        List<String> right = isOver
                ? List.of("net_total always", "tips_total since then", "online_total always")
                : List.of("net_total always", "tips_total since then filling", "online_total since then filling");
        // Between two questions the fill may have ended.
        if (!said.equals(right) && (isOver || !isFilled())) {
            broken++;
            say("validity is " + said + " and should be " + right);
        }
    }

    /** A hash of what all newest rows say by measures of both models. */
    private String oldMeasures() {
        return SAMPLED.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(table -> table.getKey() + " "
                        + run.clickHouse()
                                .number("SELECT sum(cityHash64(" + table.getValue()
                                        + ", documents, errors, late_documents, net_total, receipts,"
                                        + " arrayFilter(one -> one.1 NOT IN " + NEW_IDS
                                        + ", arrayZip(m_id, m_val))) % 1000000007) FROM (SELECT * FROM "
                                        + table.getKey() + " ORDER BY " + table.getValue()
                                        + ", version DESC LIMIT 1 BY " + table.getValue()
                                        + ") WHERE documents + errors > 0"))
                .collect(Collectors.joining(", "));
    }

    private List<String> lines(String query) {
        List<String> lines = new ArrayList<>();
        try (ResultRows rows = run.clickHouse().rows(query)) {
            rows.forEachRemaining(row -> lines.add(row.present(0)));
        }
        return lines;
    }

    private String audit() throws IOException {
        Path folder = run.engines().folder();
        try (LoadProcess audit = LoadProcess.of(
                List.of("audit"),
                root,
                folder.resolve("recount.yaml"),
                folder.resolve("audit.log"),
                List.of("--sample", Integer.toString(AUDITED)))) {
            int exit = audit.awaitEnd(DEADLINE);
            return exit == 0 ? CLEAN : "exit code %d, see %s".formatted(exit, folder.resolve("audit.log"));
        }
    }

    private void say(String line) {
        out.println(line);
        out.flush();
    }
}
