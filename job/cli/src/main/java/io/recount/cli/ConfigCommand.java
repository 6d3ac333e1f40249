package io.recount.cli;

import io.recount.cli.output.Sheet;
import io.recount.pipeline.options.Settings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Commands about the configuration. */
@Command(name = "config", mixinStandardHelpOptions = true, description = "Checks and prints configurations.")
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

    @Command(
            name = "print",
            mixinStandardHelpOptions = true,
            description = {
                "Prints the value of every option and where it comes from: the default, file and line, --set, and the",
                "variables and files that it refers to. Secrets are masked. Starts nothing."
            })
    int print(@Mixin Configured configured, @Mixin FormatOption shown) {
        Sheet sheet = Sheet.ofTexts("option", "value", "source");
        configured.effective().forEach(option -> sheet.add(option.key(), option.value(), option.source()));
        sheet.print(shown.format(), spec.commandLine().getOut());
        return 0;
    }
}
