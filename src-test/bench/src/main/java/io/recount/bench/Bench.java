package io.recount.bench;

import io.recount.bench.backfill.Backfill;
import io.recount.bench.backfill.Evolve;
import io.recount.bench.load.LoadKilled;
import io.recount.bench.lookups.LookUps;
import io.recount.bench.reports.Reports;
import io.recount.bench.start.StartWithoutState;
import io.recount.bench.throughput.Scaling;
import io.recount.bench.throughput.Throughput;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command behind {@code src-test/bench/run}: a measurement a subcommand. */
@Command(
        name = "src-test/bench/run",
        description = "Measures the main job on local engines.",
        subcommands = {
            HotRegister.class,
            Throughput.class,
            Scaling.class,
            StartWithoutState.class,
            LookUps.class,
            Backfill.class,
            Evolve.class,
            BesideHistory.class,
            LoadKilled.class,
            Reports.class
        },
        mixinStandardHelpOptions = true)
public final class Bench {

    private Bench() {}

    /** Ends the JVM: 0 measured, 2 it could not be. */
    public static void main(String[] arguments) {
        System.exit(
                new CommandLine(new Bench()).setExitCodeExceptionMapper(e -> 2).execute(arguments));
    }
}
