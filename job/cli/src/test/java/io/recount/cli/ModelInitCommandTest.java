package io.recount.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelInitCommandTest {

    private static final Path MODELS = Path.of(System.getProperty("recount.root"), "job/models");

    @TempDir
    private Path folder;

    private record Result(int exitCode, String out, String err) {}

    @Test
    void whatIsDraftedPassesTheCheck() {
        for (String name : new String[] {"receipts", "meters"}) {
            Path drafted = folder.resolve(name + ".yaml");
            Result init = init(MODELS.resolve(name + ".sample.jsonl"), "--out", drafted.toString());
            assertThat(init.exitCode()).as(init.err()).isZero();
            assertThat(init.err()).contains(drafted + " is a valid model");

            Result check = execute("model", "check", drafted.toString());
            assertThat(check.exitCode()).as(check.err()).isZero();
            assertThat(check.out()).startsWith(name + ": ");
        }
    }

    @Test
    void withoutAFileTheDraftIsPrinted() {
        Result init = init(MODELS.resolve("receipts.sample.jsonl"));
        assertThat(init.exitCode()).isZero();
        assertThat(init.out()).contains("recount: 1\nname: receipts\n").contains("# guessed: ");
    }

    @Test
    void aFileThatExistsIsLeftAlone() throws IOException {
        Path mine = Files.writeString(folder.resolve("mine.yaml"), "mine");
        Result init = init(MODELS.resolve("receipts.sample.jsonl"), "--out", mine.toString());
        assertThat(init.exitCode()).isEqualTo(1);
        assertThat(init.err()).contains("there is such a file, and it is left alone");
        assertThat(mine).hasContent("mine");
    }

    @Test
    void whatCannotBeGuessedIsToBeFilledIn() throws IOException {
        Path sample = Files.writeString(
                folder.resolve("poor.jsonl"), "{\"colour\":\"red\",\"at\":\"2026-10-12T09:41:00Z\"}\n");
        Result init = init(sample, "--out", folder.resolve("poor.yaml").toString());
        assertThat(init.exitCode()).isEqualTo(1);
        assertThat(init.err())
                .contains("document.key: no field of the sample looks like it. Fill in a field of type text")
                .contains("document.version: ")
                .doesNotContain("document.time")
                .contains("poor.yaml is no valid model before that is done");
        assertThat(folder.resolve("poor.yaml")).content().contains("# key: FIELD # fill in: ");
    }

    @Test
    void aSampleThatIsNotThereIsNamed() {
        Result init = init(folder.resolve("absent.jsonl"));
        assertThat(init.exitCode()).isEqualTo(1);
        assertThat(init.err()).contains("absent.jsonl:1:1: there is no such file.");
    }

    private static Result init(Path sample, String... more) {
        String[] arguments = new String[4 + more.length];
        System.arraycopy(new String[] {"model", "init", "--sample", sample.toString()}, 0, arguments, 0, 4);
        System.arraycopy(more, 0, arguments, 4, more.length);
        return execute(arguments);
    }

    private static Result execute(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Recount.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
        return new Result(exitCode, out.toString(), err.toString());
    }
}
