package io.recount.cli;

import io.recount.cells.model.ModelFile;
import io.recount.cells.model.draft.ModelDraft;
import io.recount.cells.model.draft.Sample;
import io.recount.cells.yaml.Problems;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Drafts a model file from messages. */
@Command(
        name = "init",
        mixinStandardHelpOptions = true,
        description = "Drafts a model file from a sample of messages; what is guessed says so.")
final class ModelInitCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--sample",
            required = true,
            paramLabel = "FILE",
            description = "JSON messages, one a line; up to 10,000 of them are read.")
    private Path sampleFile;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "The model file to write; one that exists is left alone. Default: standard output.")
    private @Nullable Path out;

    @Override
    public Integer call() {
        ModelDraft draft = ModelDraft.of(Sample.read(sampleFile), String.valueOf(sampleFile.getFileName()));
        if (out == null) {
            spec.commandLine().getOut().print(draft.yaml());
            spec.commandLine().getOut().flush();
        } else {
            write(out, draft.yaml());
        }
        List<String> missing = draft.missing();
        PrintWriter err = spec.commandLine().getErr();
        String what = out == null ? "The draft" : out.toString();
        if (missing.isEmpty()) {
            // A sample may hold what nobody thought of; then the problems say what to mend.
            ModelFile.parse(what, draft.yaml());
            err.printf("%s is a valid model. What is guessed says so: read it before you rely on it.%n", what);
            return 0;
        }
        missing.forEach(err::println);
        err.printf("%s is no valid model before that is done; recount model check says when.%n", what);
        return Recount.FILE_IS_WRONG;
    }

    private static void write(Path file, String yaml) {
        Problems problems = new Problems(file.toString());
        try {
            Files.write(file, yaml.getBytes(StandardCharsets.UTF_8), StandardOpenOption.CREATE_NEW);
        } catch (FileAlreadyExistsException e) {
            problems.add(1, 1, "there is such a file, and it is left alone", "Give another --out, or remove it.");
        } catch (IOException e) {
            problems.add(1, 1, "can't be written: " + e.getMessage(), "Give an --out that can.");
        }
        problems.throwIfAny();
    }
}
