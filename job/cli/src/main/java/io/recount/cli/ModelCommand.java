package io.recount.cli;

import io.recount.cells.Layout;
import io.recount.cells.model.Model;
import io.recount.cells.model.ModelFile;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Commands about model files. */
@Command(
        name = "model",
        mixinStandardHelpOptions = true,
        subcommands = ModelInitCommand.class,
        description = "Drafts and checks model files.")
final class ModelCommand {

    @Spec
    private CommandSpec spec;

    @Command(
            name = "check",
            mixinStandardHelpOptions = true,
            description = "Checks a model file and says what it holds.")
    int check(@Parameters(paramLabel = "FILE", description = "The model file.") Path file) {
        Model model = ModelFile.read(file);
        spec.commandLine()
                .getOut()
                .printf(
                        "%s: %d fields, %d columns, %d measures, buckets of %s%n",
                        model.name(),
                        model.fields().size(),
                        new Layout(model).slots().size(),
                        model.measures().size(),
                        model.document().bucket().toMinutes() + " min");
        return 0;
    }
}
