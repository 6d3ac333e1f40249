package io.recount.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What needs no engine. */
class LoadCommandTest {

    private static final Path MODELS = Path.of(System.getProperty("recount.root"), "job/models");

    @TempDir
    private Path folder;

    private Path config;

    @BeforeEach
    void writeConfiguration() throws IOException {
        config = Files.writeString(folder.resolve("recount.yaml"), """
                model.file.path: %s
                kafka.bootstrap.servers: 127.0.0.1:1
                kafka.topic.names: [receipts, returns]
                clickhouse.endpoint.url: http://127.0.0.1:1
                """.formatted(MODELS.resolve("receipts.yaml")));
    }

    @Test
    void dryRunCountsAndNamesBadLines() {
        CommandRun run =
                load("--dry-run", MODELS.resolve("receipts.sample.jsonl").toString());

        assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
        assertThat(run.err()).contains("receipts.sample.jsonl:").contains("(not_json)");
        assertThat(run.out()).contains("produced").contains("receipts.sample.jsonl");
    }

    @Test
    void dryRunOfGoodLinesIsGood() throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(MODELS.resolve("receipts.sample.jsonl")));
        lines.removeIf(line -> !line.endsWith("}"));
        Path good = Files.write(folder.resolve("good.jsonl"), lines);

        CommandRun run = load("--dry-run", good.toString());

        assertThat(run.exitCode()).as(run.err()).isZero();
    }

    @Test
    void filesThatCannotBeReadAreRefusedBeforeAnythingStarts() {
        assertThat(load(folder.resolve("absent.jsonl").toString()))
                .satisfies(run -> assertThat(run.exitCode()).isEqualTo(1))
                .satisfies(run -> assertThat(run.err()).contains("absent.jsonl:1:1: there is no such file."));
        assertThat(load(folder.toString()).err()).contains("is no regular file");
    }

    @Test
    void standardInputNeedsAName() {
        CommandRun run = load("-");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("Next: give it a --name");
    }

    @Test
    void optionsOfNoUseAreUsageErrors() throws IOException {
        String file = Files.writeString(folder.resolve("a.jsonl"), "{}\n").toString();

        assertThat(load(file).err())
                .contains("--topic is missing; it has to be one of kafka.topic.names: receipts, returns");
        assertThat(load("--name", "x", file, file).err()).contains("--name is of one file, and there are 2");
        assertThat(load("--name", "a b", file).err()).contains("--name needs 1 to 100 letters");
        assertThat(load("--rate", "-1", file).err()).contains("--rate is -1; give 0 or more");
        assertThat(load("--max-expanded", "much", file).err()).contains("--max-expanded is much; give a size");
    }

    @Test
    void aBrokerThatIsAwayIsNamed() throws IOException {
        String file = Files.writeString(folder.resolve("a.jsonl"), "{}\n").toString();

        CommandRun run = load("--topic", "receipts", file);

        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err()).contains("Kafka at 127.0.0.1:1 did not answer");
    }

    private CommandRun load(String... more) {
        List<String> arguments = new ArrayList<>(List.of("load", "--config", config.toString()));
        arguments.addAll(List.of(more));
        return CommandRun.of(arguments.toArray(String[]::new));
    }
}
