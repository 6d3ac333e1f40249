package io.recount.manifests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What scripts say and how they end where there is no cluster. */
class DeployScriptsTest {

    private static final Path DEPLOY = Overlay.ROOT.resolve("deploy");

    @TempDir
    private Path folder;

    private record Ending(int exitCode, String words) {}

    @ParameterizedTest
    @ValueSource(strings = {"build", "demo", "job", "recount"})
    void shellcheckFindsNothing(String script) throws Exception {
        assumeTrue(Overlay.tool("shellcheck").isPresent(), "There is no shellcheck here, so no script was looked at");
        assertThat(run(List.of("shellcheck", script))).isEqualTo(new Ending(0, ""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "                                     | a command is missing",
                "restart                              | unknown command restart",
                "stop --now                           | unknown option --now",
                "stop --timeout soon                  | --timeout soon is no number of seconds",
                "stop --job recount                   | --job recount is no id of a job",
                "list --flink jobmanager:8081         | is no address such as",
                "rescale --config x                   | rescale needs --parallelism",
                "rescale --config x --parallelism 0   | is no number of subtasks",
                "upgrade --from x                     | are for restore",
                "restore --config                     | --config needs a value",
            })
    void wrongOptionsAreNamed(String options, String named) throws Exception {
        List<String> words = new ArrayList<>(List.of("./job"));
        words.addAll(options == null ? List.of() : List.of(options.split(" ")));
        Ending ending = run(words);
        assertThat(ending.exitCode()).as(ending.words()).isEqualTo(64);
        assertThat(ending.words()).contains(named, "--help");
    }

    @Test
    void clusterThatDoesNotAnswerIsNamed() throws Exception {
        String nobody = nobody();
        Ending ending = run(List.of("./job", "stop", "--flink", nobody));
        assertThat(ending.exitCode()).as(ending.words()).isEqualTo(3);
        assertThat(ending.words()).contains("Flink does not answer at " + nobody, "Next: ");
    }

    /** It would be found by Flink, too, but after a minute. */
    @Test
    void savepointThatIsNotCompleteIsRefused() throws Exception {
        Path savepoint = Files.createDirectories(folder.resolve("savepoint-1"));
        Ending ending = restore("--from", savepoint.toUri().toString());
        assertThat(ending.exitCode()).as(ending.words()).isEqualTo(1);
        assertThat(ending.words()).contains("there is no _metadata in it", "--set start.from=ledger");
    }

    @Test
    void nothingStartsEmptyByMistake() throws Exception {
        Ending ending = restore();
        assertThat(ending.exitCode()).as(ending.words()).isEqualTo(1);
        assertThat(ending.words())
                .contains("there is no savepoint to restore", "--set start.from=ledger", "--allow-empty");
        assertThat(restore("--from", "s3://any/savepoint", "--allow-empty").exitCode())
                .isEqualTo(64);
        assertThat(restore("--from", "s3://any/savepoint", "--set", "start.from=ledger")
                        .exitCode())
                .isEqualTo(64);
    }

    /** With a client and a jar that are never called. */
    private Ending restore(String... more) throws Exception {
        Path client = folder.resolve("bin/flink");
        if (!Files.exists(client)) {
            Files.createDirectories(client.getParent());
            Files.createFile(
                    client, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        }
        String any = Files.writeString(folder.resolve("any"), "").toString();
        List<String> words =
                new ArrayList<>(List.of("./job", "restore", "--flink", nobody(), "--config", any, "--jar", any));
        words.addAll(List.of(more));
        return run(words);
    }

    private static String nobody() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return "http://127.0.0.1:" + socket.getLocalPort();
        }
    }

    private Ending run(List<String> command) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(DEPLOY.toFile()).redirectErrorStream(true);
        builder.environment().put("FLINK_HOME", folder.toString());
        Process process = builder.start();
        String words = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ending(process.waitFor(), words);
    }
}
