package io.recount.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AuditCommandTest {

    private static final Path RECEIPTS = Path.of(System.getProperty("recount.root"), "job/models/receipts.yaml");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    --sample 0                          | --sample is 0
                    --registers a,,b                    | one is blank
                    --sample 5 --registers R-1          | give one of them
                    --from 2026-02-01 --to 2026-01-01   | is not after --from
                    --format xml                        | xml
                    --every soon                        | is no length of time
                    """)
    void whatContradictsItselfIsRefused(String options, String words) throws Exception {
        CommandRun run = CommandRun.of(("audit --config " + config() + " " + options).split(" "));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(words);
    }

    @Test
    void whatCanNotBeDoneIsNoDifference() throws Exception {
        CommandRun unreachable = CommandRun.of("audit", "--config", config());
        assertThat(unreachable.exitCode()).isEqualTo(2);
        assertThat(unreachable.err()).contains("could not be done").contains("http://127.0.0.1:1");
        Path metrics = folder.resolve("recount.prom");
        assertThat(CommandRun.of("audit", "--config", config(), "--metrics-file", metrics.toString())
                        .exitCode())
                .isEqualTo(2);
        assertThat(metrics).content().contains("\nrecount_audit_failed 1\n").doesNotContain("timestamp");
        Path wrong = Files.writeString(folder.resolve("wrong.yaml"), "model: x\n");
        assertThat(CommandRun.of("audit", "--config", wrong.toString()).exitCode())
                .isEqualTo(2);
    }

    @Test
    void anUnknownMeasureCanNotBeExplained() throws Exception {
        CommandRun run = CommandRun.of("explain", "--config", config(), "R-1", "1", "2026-01-01", "net_totals");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("no measure net_totals");
        assertThat(CommandRun.of("explain", "--config", config(), "R-1", "one", "2026-01-01")
                        .exitCode())
                .isEqualTo(2);
    }

    private String config() throws Exception {
        return Files.writeString(
                        folder.resolve("recount.yaml"),
                        "model.file.path: '" + RECEIPTS
                                + "'\nkafka.bootstrap.servers: 127.0.0.1:1\nclickhouse.endpoint.url: http://127.0.0.1:1\n")
                .toString();
    }
}
