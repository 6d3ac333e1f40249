package io.recount.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class DemoTest {

    private static final Path ROOT = Path.of(System.getProperty("recount.root"));
    private static final Pattern OPTION = Pattern.compile("^  (--[a-z-]+)", Pattern.MULTILINE);

    @Test
    void scriptDescribesEveryOptionAndNoOther() throws Exception {
        TreeSet<String> described = new TreeSet<>();
        OPTION.matcher(script(Map.of(), "--help").words()).results().forEach(match -> described.add(match.group(1)));
        TreeSet<String> known =
                new TreeSet<>(Demo.commandLine().getCommandSpec().optionsMap().keySet());
        known.add("--help"); // The script's own, because it must work before anything is built.
        assertThat(described).isEqualTo(known);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--recepits=5", "--tamper", "extra"})
    void scriptRefusesWhatItDoesNotKnow(String option) throws Exception {
        Ending ending = script(Map.of(), option);
        assertThat(ending.exitCode()).isEqualTo(64);
        assertThat(ending.words()).contains(option.replaceAll("=.*", "")).contains("--help");
    }

    @Test
    void missingJavaIsSaidWithTheMend() throws Exception {
        Ending ending = script(Map.of("JAVA_HOME", "/nowhere"));
        assertThat(ending.exitCode()).isEqualTo(2);
        assertThat(ending.words()).contains("/nowhere/bin/java").contains("Install JDK 17");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--receipts=0",
                "--receipts=many",
                "--registers=0",
                "--deliveries=wild",
                "--tamper=-1",
                "--input=/nowhere.jsonl",
                "--model=/nowhere.yaml",
                "--checkpoint-interval=soon"
            })
    void valueThatMakesNoSenseIsRefused(String option) {
        StringWriter words = new StringWriter();
        CommandLine demo = Demo.commandLine().setErr(new PrintWriter(words, true));
        assertThat(demo.execute(option)).isEqualTo(64);
        assertThat(words.toString()).contains(option.replaceAll("=.*", ""));
    }

    private record Ending(int exitCode, String words) {}

    private static Ending script(Map<String, String> environment, String... options)
            throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of(ROOT.resolve("deploy/demo").toString()));
        command.addAll(List.of(options));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        String words = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ending(process.waitFor(), words);
    }
}
