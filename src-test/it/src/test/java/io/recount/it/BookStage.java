package io.recount.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.demo.DemoRun;
import io.recount.local.Await;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Where scenes are played: a folder with what the books speak of, engines, and what is true there in place of examples. */
final class BookStage implements AutoCloseable {

    static final Path ROOT = Path.of(System.getProperty("recount.root"));
    private static final Duration DEADLINE = Duration.ofMinutes(10);
    private static final Pattern STARTS =
            Pattern.compile("deploy/job (submit|restore|upgrade|rescale) .*|flink run .*");
    private static final Pattern SAVES = Pattern.compile("deploy/job (savepoint|stop|cancel)\\b.*");
    private static final Pattern JOB = Pattern.compile("(?:JobID |^)([0-9a-f]{32})\\b", Pattern.MULTILINE);
    private static final Pattern SAVED = Pattern.compile("(?:the savepoint is|Savepoint completed. Path:) (\\S+)");

    private static final Pattern REQUEST = Pattern.compile("^[0-9]{8}-[0-9]{6}-[a-z0-9]{4}$", Pattern.MULTILINE);

    private final Path folder;
    private final List<Book.Command> commands = Book.allCommands();
    private final Set<Book.Command> executed = new LinkedHashSet<>();
    private final Shell shell;
    private final BookShards shards = new BookShards();
    private final Map<String, String> environment = new LinkedHashMap<>();
    private @Nullable DemoRun run;
    private String job = "";
    private String jobBefore = "";
    private String saved = "";
    private String upgradedFrom = "";
    private String request = "";
    private String said = "";

    /** {@code folder} has links to the scripts, and to what these look for. */
    BookStage(Path folder) {
        this.folder = folder;
        for (String part : List.of("deploy", "job", "src-test")) {
            link(folder.resolve(part), ROOT.resolve(part));
        }
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        shell = new Shell(folder, environment);
        environment.put("PATH", folder.resolve("bin") + File.pathSeparator + System.getenv("PATH"));
    }

    private static void link(Path link, Path target) {
        try {
            Files.createDirectories(link.getParent());
            Files.createSymbolicLink(link, target);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The engines are there from now on. */
    void open(DemoRun opened, JobScript script) {
        run = opened;
        environment.put("FLINK_CONF_DIR", script.configuration().toString());
        environment.put("FLINK_URL", script.cluster().toString());
    }

    DemoRun run() {
        return Objects.requireNonNull(run, "There are no engines yet");
    }

    Afterwards afterwards() {
        return new Afterwards(run());
    }

    Path file(String name) {
        return folder.resolve(name);
    }

    String read(String name) {
        try {
            return Files.readString(file(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void write(String name, String text) {
        try {
            Files.createDirectories(file(name).getParent());
            Files.writeString(file(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The newest job that was started. */
    String job() {
        return job;
    }

    /** The one before it. */
    String jobBefore() {
        return jobBefore;
    }

    /** The newest savepoint or checkpoint that a command has printed. */
    String saved() {
        return saved;
    }

    /** The savepoint of the newest upgrade. */
    String upgradedFrom() {
        return upgradedFrom;
    }

    /** The newest request for cells to be computed again. */
    String request() {
        return request;
    }

    /** What the newest command printed. */
    String said() {
        return said;
    }

    BookShards shards() {
        return shards;
    }

    @Override
    public void close() {
        shards.close();
    }

    Set<Book.Command> executed() {
        return executed;
    }

    void play(Scene scene) {
        System.out.printf("%n== %s, %s%n", scene.file(), scene.section());
        Map<String, Function<BookStage, String>> truths = new LinkedHashMap<>();
        truths.put("/recount/checkpoints", stage -> stage.file("checkpoints").toString());
        for (String example : List.of("SAVEPOINT-OR-CHECKPOINT", "SAVEPOINT", "CHECKPOINT", "OLDER")) {
            truths.put(example, BookStage::saved);
        }
        for (Scene.Step step : scene.steps()) {
            if (step instanceof Scene.Step.Deed deed) {
                deed.deed().accept(this);
            } else if (step instanceof Scene.Step.Example example) {
                truths.put(example.text(), example.truth());
            } else if (step instanceof Scene.Step.Run command) {
                Book.Command found = scene.command(command, commands);
                perform(found, truly(found.text(), truths), command);
                executed.add(found);
            }
        }
    }

    private String truly(String text, Map<String, Function<BookStage, String>> truths) {
        String examples = truths.keySet().stream()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .map(Pattern::quote)
                .collect(Collectors.joining("|"));
        return Pattern.compile(examples)
                .matcher(text)
                .replaceAll(example -> Matcher.quoteReplacement(
                        Objects.requireNonNull(truths.get(example.group())).apply(this)));
    }

    private void perform(Book.Command command, String text, Scene.Step.Run expected) {
        switch (command.language()) {
            case SHELL ->
                heed(
                        text,
                        expected.isEndless() ? shell.runUntil(text, expected.said()) : shell.run(text),
                        expected.exitCode());
            case SQL -> said = sql(text);
            case PROMQL -> said = prometheus(text);
        }
        assertThat(said).as("what came of " + text).containsPattern(expected.said());
    }

    /** Rows, if it is a query. */
    private String sql(String text) {
        System.out.println(text);
        if (text.startsWith("SELECT")) {
            return String.join("\n", afterwards().lines(text));
        }
        run().clickHouse().execute(text);
        return "";
    }

    /** What Prometheus counts, where it is installed. */
    private String prometheus(String text) {
        Optional<Path> program = Prometheus.program();
        if (program.isEmpty()) {
            System.out.println("There is no Prometheus, so it is not asked: " + text);
            return "";
        }
        List<URI> told = Watched.told(((OperatedFlink) run().engines().flink()).cluster());
        try (Prometheus prometheus = Prometheus.start(program.get(), file("prometheus"), told)) {
            Await.until(() -> prometheus.count(text) > 0, DEADLINE, () -> "Prometheus has nothing for " + text);
            return prometheus.count(text) + " series";
        }
    }

    /** A command of the test's own, which succeeds. */
    void shell(String line) {
        heed(line, shell.run(line), 0);
    }

    private void heed(String line, Shell.Ended ended, int exitCode) {
        said = ended.said();
        assertThat(ended.exitCode()).as("exit code of %s:\n%s", line, said).isEqualTo(exitCode);
        remember(line);
    }

    private void remember(String line) {
        Matcher savepoint = SAVED.matcher(said);
        if (savepoint.find()) {
            saved = savepoint.group(1);
        } else if (SAVES.matcher(line).matches()) {
            saved = said.lines().findFirst().orElse("");
        }
        if (line.startsWith("deploy/job upgrade ")) {
            upgradedFrom = saved;
        }
        Matcher started = JOB.matcher(said);
        if (STARTS.matcher(line).matches() && started.find()) {
            jobBefore = job;
            job = started.group(1);
        }
        Matcher asked = REQUEST.matcher(said);
        if (line.startsWith("deploy/recount invalidate ") && asked.find()) {
            request = asked.group();
        }
    }
}
