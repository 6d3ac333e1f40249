package io.recount.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Commands that people are told to run are there, with the options that they are told. */
class RunbookTest {

    private static final Path ROOT = Path.of(System.getProperty("recount.root"));
    private static final Pattern WORD = Pattern.compile("\"[^\"]*\"|\\S+");
    private static final String RECOUNT = "deploy/recount";
    private static final String JOB = "deploy/job";

    static List<String> commands() throws IOException {
        List<String> commands = new ArrayList<>();
        for (String file : List.of("README.md", "deploy/RUNBOOK.md", "deploy/SECURITY.md")) {
            Files.readAllLines(ROOT.resolve(file)).stream()
                    .filter(line -> line.startsWith(RECOUNT + " ") || line.startsWith(JOB + " "))
                    .map(line -> line.replaceAll("\\s+#.*", ""))
                    .forEach(commands::add);
        }
        return commands;
    }

    @ParameterizedTest
    @MethodSource("commands")
    void commandIsThere(String line) throws Exception {
        List<String> words = new ArrayList<>();
        WORD.matcher(line).results().forEach(word -> words.add(word.group().replace("\"", "")));
        List<String> arguments = words.subList(1, words.size());
        if (words.get(0).equals(RECOUNT)) {
            assertThatCode(() -> Recount.commandLine().parseArgs(arguments.toArray(String[]::new)))
                    .doesNotThrowAnyException();
        } else {
            assertThat(job(arguments)).isEqualTo(0);
        }
    }

    @Test
    void unknownOptionsWouldBeFound() throws Exception {
        assertThat(commands()).hasSizeGreaterThan(40);
        assertThat(job(List.of("restore", "--savepoint", "x"))).isEqualTo(64);
        assertThat(job(List.of("restart"))).isEqualTo(64);
    }

    @Test
    void readmeListsEveryCommand() throws Exception {
        List<String> listed = Files.readAllLines(ROOT.resolve("README.md")).stream()
                .filter(line -> line.startsWith("| `recount "))
                .map(line -> line.replaceAll("\\| `recount ([a-z]+)`.*", "$1"))
                .toList();

        assertThat(listed)
                .containsExactlyElementsOf(
                        Recount.commandLine().getSubcommands().keySet());
    }

    /** The exit code when all that was still to be done is to show the help. */
    private static int job(List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(ROOT.resolve(JOB).toString()));
        command.addAll(arguments);
        command.add("--help");
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String words = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        System.out.println(words.lines().findFirst().orElse(""));
        return process.waitFor();
    }
}
