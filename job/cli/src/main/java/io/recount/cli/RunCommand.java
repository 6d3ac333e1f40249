package io.recount.cli;

import io.recount.pipeline.RecountJob;
import io.recount.pipeline.options.Settings;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Submits the job. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = {
            "Submits the job to the Flink cluster of the surrounding client:",
            "  flink run -d recount.jar run --config recount.yaml"
        })
final class RunCommand implements Callable<Integer> {

    @Mixin
    private Configured configured;

    @Override
    public Integer call() throws Exception {
        Settings settings = configured.settings();
        RecountJob.submit(settings, configured.model(settings), Clock.systemUTC());
        return 0;
    }
}
