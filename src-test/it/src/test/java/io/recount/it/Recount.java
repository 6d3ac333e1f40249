package io.recount.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line in a process of its own, as {@code deploy/recount} runs it. */
record Recount(Path configuration, Path folder) {

    private static final Path ROOT = Path.of(System.getProperty("recount.root"));

    /** How a command ended, and what it printed. */
    record Ended(int exitCode, String out, String err) {}

    /** Returns when the command is over. */
    Ended run(String... arguments) throws IOException, InterruptedException {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                ROOT.resolve("job/cli/target/recount.jar") + ":" + ROOT.resolve("src-test/local/cluster/target/lib/*"),
                "io.recount.cli.Recount"));
        command.addAll(List.of(arguments));
        command.addAll(List.of("--config", configuration.toString()));
        int exitCode = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start()
                .waitFor();
        return new Ended(exitCode, Files.readString(out), Files.readString(err));
    }
}
