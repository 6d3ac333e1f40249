package io.recount.cli;

import io.recount.cells.model.Model;
import io.recount.pipeline.RecountJob;
import io.recount.pipeline.StartCheck;
import io.recount.pipeline.options.Settings;
import io.recount.pipeline.options.StartFrom;
import java.io.IOException;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Submits the job. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = {
            "Submits the job to the Flink cluster of the surrounding client:",
            "  flink run -d recount.jar run --config recount.yaml"
        })
final class RunCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private Configured configured;

    @Option(
            names = "--forget",
            description = "Begin anew although the tables hold something; what they hold is computed again, and what is"
                    + " no longer in Kafka is lost from it.")
    private boolean forget;

    @Override
    public Integer call() throws Exception {
        Settings settings = configured.settings();
        if (forget && settings.startFrom() == StartFrom.LEDGER) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--forget begins anew, and start.from=ledger goes on from what is published. Next: remove one of them.");
        }
        Model model = configured.model(settings);
        refuseDifferences(new StartCheck(settings.clickHouse(), model));
        RecountJob.submit(settings, model, Clock.systemUTC(), forget);
        return 0;
    }

    private static void refuseDifferences(StartCheck check) throws InterruptedException {
        try {
            check.refuseDifferences();
        } catch (IOException e) {
            throw new EngineRefusedException(e.getMessage() + "\nNothing was started.", e);
        }
    }
}
