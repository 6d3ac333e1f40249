package io.recount.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A text for people who run the job, and the commands in it: lines of blocks without a language, statements of blocks of SQL,
 * and what stands in prose as code and is a whole command.
 */
final class Book {

    static final String README = "README.md";
    static final String RUNBOOK = "deploy/RUNBOOK.md";
    static final String SECURITY = "deploy/SECURITY.md";
    static final String SIZING = "deploy/SIZING.md";

    private static final Path ROOT = Path.of(System.getProperty("recount.root"));
    private static final Pattern PROGRAM = Pattern.compile(
            "(deploy/|src-test/[a-z]+/(run|install-)|(mvn|flink|recount|docker|helm|kubectl|zcat|ls) ).*");
    /** In prose some code is only the name of a command. */
    private static final Pattern WHOLE =
            Pattern.compile(".* -.*|deploy/job (list|savepoint|stop|cancel)|src-test/.*|(docker|helm|kubectl) .*");

    private static final Pattern PROMQL = Pattern.compile("[a-z]+\\(.*\\bflink_.*");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern COMMENT = Pattern.compile("\\s+#\\s.*");
    private static final String FENCE = "```";

    /** Who runs a command. */
    enum Language {
        SHELL,
        SQL,
        PROMQL
    }

    /** A command, and where it stands; one that a section has twice is the same. */
    record Command(String file, String section, Language language, String text) {

        boolean isOf(String otherFile, String otherSection) {
            return file.equals(otherFile) && section.equals(otherSection);
        }

        @Override
        public String toString() {
            return file + ", " + section + ": " + text;
        }
    }

    private final String file;
    private final Set<Command> commands = new LinkedHashSet<>();
    private final List<String> otherBlocks = new ArrayList<>();
    private String section = "";

    private Book(String file) {
        this.file = file;
        StringBuilder block = new StringBuilder();
        boolean isInBlock = false;
        for (String line : lines(file)) {
            if (line.strip().startsWith(FENCE)) {
                if (isInBlock) {
                    add(block.toString());
                }
                isInBlock = !isInBlock;
                block.setLength(0);
            }
            if (isInBlock) {
                block.append(line).append('\n');
            } else if (line.startsWith("#")) {
                section = line.replaceFirst("#+ ", "");
            } else {
                addProse(line);
            }
        }
    }

    /** All of all books, in their order. */
    static List<Command> allCommands() {
        return all().flatMap(book -> book.commands.stream()).toList();
    }

    /** Blocks without a language that have no command in them. */
    static List<String> allOtherBlocks() {
        return all().flatMap(book -> book.otherBlocks.stream()).toList();
    }

    private static Stream<Book> all() {
        return Stream.of(README, RUNBOOK, SECURITY, SIZING).map(Book::new);
    }

    /** {@code block} begins with its fence. */
    private void add(String block) {
        String[] parts = block.strip().split("\n", 2);
        String content = parts.length == 2 ? parts[1] : "";
        if (parts[0].equals(FENCE + "sql")) {
            Stream.of(content.replaceAll("--.*", "").split(";"))
                    .map(String::strip)
                    .filter(statement -> !statement.isEmpty())
                    .forEach(statement -> add(Language.SQL, statement));
        } else if (parts[0].equals(FENCE)) {
            List<String> lines = content.lines()
                    .map(line -> COMMENT.matcher(line).replaceFirst(""))
                    .filter(line -> !line.isBlank())
                    .toList();
            if (lines.stream().anyMatch(line -> PROGRAM.matcher(line).matches())) {
                lines.forEach(line -> add(Language.SHELL, line));
            } else if (lines.stream().allMatch(line -> PROMQL.matcher(line).matches())) {
                lines.forEach(line -> add(Language.PROMQL, line));
            } else {
                otherBlocks.add(content);
            }
        }
    }

    private void addProse(String line) {
        CODE.matcher(line)
                .results()
                .map(code -> code.group(1))
                .filter(code ->
                        PROGRAM.matcher(code).matches() && WHOLE.matcher(code).matches())
                .forEach(code -> add(Language.SHELL, code));
    }

    private void add(Language language, String text) {
        commands.add(new Command(file, section, language, text));
    }

    private static List<String> lines(String file) {
        try {
            return Files.readAllLines(ROOT.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
