package io.recount.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelInitCommandTest {

    private static final Path MODELS = Path.of(System.getProperty("recount.root"), "job/models");

    @TempDir
    private Path folder;

    @Test
    void whatIsDraftedPassesTheCheck() {
        for (String name : new String[] {"receipts", "meters"}) {
            Path drafted = folder.resolve(name + ".yaml");
            CommandRun init = init(MODELS.resolve(name + ".sample.jsonl"), "--out", drafted.toString());
            assertThat(init.exitCode()).as(init.err()).isZero();
            assertThat(init.err()).contains(drafted + " is a valid model");

            CommandRun check = CommandRun.of("model", "check", drafted.toString());
            assertThat(check.exitCode()).as(check.err()).isZero();
            assertThat(check.out()).startsWith(name + ": ");
        }
    }

    @Test
    void withoutAFileTheDraftIsPrinted() {
        CommandRun init = init(MODELS.resolve("receipts.sample.jsonl"));
        assertThat(init.exitCode()).isZero();
        assertThat(init.out()).contains("recount: 1\nname: receipts\n").contains("# guessed: ");
    }

    @Test
    void aFileThatExistsIsLeftAlone() throws IOException {
        Path mine = Files.writeString(folder.resolve("mine.yaml"), "mine");
        CommandRun init = init(MODELS.resolve("receipts.sample.jsonl"), "--out", mine.toString());
        assertThat(init.exitCode()).isEqualTo(1);
        assertThat(init.err()).contains("there is such a file, and it is left alone");
        assertThat(mine).hasContent("mine");
    }

    @Test
    void whatCannotBeGuessedIsToBeFilledIn() throws IOException {
        Path sample = Files.writeString(
                folder.resolve("poor.jsonl"), "{\"colour\":\"red\",\"at\":\"2026-10-12T09:41:00Z\"}\n");
        CommandRun init = init(sample, "--out", folder.resolve("poor.yaml").toString());
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
        CommandRun init = init(folder.resolve("absent.jsonl"));
        assertThat(init.exitCode()).isEqualTo(1);
        assertThat(init.err()).contains("absent.jsonl:1:1: there is no such file.");
    }

    private static CommandRun init(Path sample, String... more) {
        String[] arguments = new String[4 + more.length];
        System.arraycopy(new String[] {"model", "init", "--sample", sample.toString()}, 0, arguments, 0, 4);
        System.arraycopy(more, 0, arguments, 4, more.length);
        return CommandRun.of(arguments);
    }
}
