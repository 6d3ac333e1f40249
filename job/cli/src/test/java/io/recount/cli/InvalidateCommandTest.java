package io.recount.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused before any engine is asked. */
class InvalidateCommandTest {

    private static final Path RECEIPTS = Path.of(System.getProperty("recount.root"), "job/models/receipts.yaml");

    @TempDir
    private Path folder;

    private Path config;

    @BeforeEach
    void configure() throws Exception {
        config = Files.writeString(folder.resolve("valid.yaml"), """
                model.file.path: %s
                kafka.bootstrap.servers: 127.0.0.1:1
                clickhouse.endpoint.url: http://127.0.0.1:1
                """.formatted(RECEIPTS));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            --to 2026-02-01 --reason r | Missing required option: --from
            --from 2026-01-01 --reason r | Missing required option: --to
            --from 2026-01-01 --to 2026-02-01 | Missing required option: --reason
            --from 2026-01-01 --to 2026-01-01 --reason r | --to: 2026-01-01T00:00:00Z is not after from
            --from 2026-01-01 --to tomorrow --reason r | 'tomorrow' is no time. Write 2026-01-31
            --from 2026-01-01 --to 2026-02-01 --reason r --rate 0 | --rate is 0.
            --from 2026-01-01 --to 2026-02-01 --reason r --rate -5 | --rate: -5 is none.
            --from 2026-01-01 --to 2026-02-01 --reason r --registers a,,b | --registers[1]: is blank.
            --from 2026-01-01 --to 2026-02-01 --reason r --timeout 5s | --timeout is for --wait
            --from 2026-01-01 --to 2026-02-01 --reason r --wait --timeout x | 'x' is no length of time
            --from 2026-01-01 --to 2026-02-01 --reason r --wait --dry-run | --dry-run sends nothing that --wait could wait for
            --from 2026-01-01 --to 2026-02-01 --reason r --regsters R | --regsters
            """)
    void aWrongRequestIsAUsageError(String options, String message) {
        CommandRun run = invalidate(options);
        assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
        assertThat(run.err()).contains(message);
        assertThat(run.out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "list", "show a", "cancel a", "pause a", "resume a"})
    void everyCommandNeedsTheConfiguration(String command) {
        CommandRun run = CommandRun.of(("invalidate " + command).strip().split(" "));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("--config");
    }

    @ParameterizedTest
    @ValueSource(strings = {"list", "show a", "cancel a", "pause a", "resume a"})
    void aServerThatIsAwayIsNamed(String command) {
        CommandRun run = invalidate(command);
        assertThat(run.exitCode()).as(run.err()).isEqualTo(3);
        assertThat(run.err())
                .startsWith("What became of requests can't be read. http://127.0.0.1:1: ClickHouse did not answer");
    }

    @Test
    void whatCannotBeWatchedOrCountedIsNotSent() {
        CommandRun watched = invalidate("--from 2026-01-01 --to 2026-02-01 --reason r --wait");
        assertThat(watched.exitCode()).isEqualTo(3);
        assertThat(watched.err()).startsWith("What became of requests can't be read.");
        CommandRun counted = invalidate("--from 2026-01-01 --to 2026-02-01 --reason r --dry-run");
        assertThat(counted.exitCode()).isEqualTo(3);
        assertThat(counted.err()).contains("can't be counted").endsWith("Nothing was sent.\n");
    }

    @Test
    void helpShowsAllForms() {
        CommandRun help = CommandRun.of("invalidate", "--help");
        assertThat(help.exitCode()).isZero();
        assertThat(help.out())
                .contains("recount invalidate --config=FILE --from=TIME", "(cancel | pause | resume) ID", "--dry-run");
        CommandRun list = CommandRun.of("invalidate", "list", "--help");
        assertThat(list.exitCode()).isZero();
        assertThat(list.out()).contains("--config", "--format").doesNotContain("--reason");
    }

    private CommandRun invalidate(String arguments) {
        List<String> all = new ArrayList<>(List.of(("invalidate " + arguments).split(" ")));
        all.addAll(List.of("--config", config.toString()));
        return CommandRun.of(all.toArray(String[]::new));
    }
}
