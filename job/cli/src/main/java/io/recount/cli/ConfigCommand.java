package io.recount.cli;

import io.recount.pipeline.options.Settings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Commands about the configuration. */
@Command(name = "config", mixinStandardHelpOptions = true, description = "Checks configurations.")
final class ConfigCommand {

    @Spec
    private CommandSpec spec;

    @Command(
            name = "check",
            mixinStandardHelpOptions = true,
            description = "Checks a configuration and its model file; starts nothing.")
    int check(@Mixin Configured configured) {
        Settings settings = configured.settings();
        configured.model(settings);
        spec.commandLine().getOut().println("The configuration and the model " + settings.modelFile() + " are valid.");
        return 0;
    }
}
