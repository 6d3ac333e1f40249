package io.recount.cli;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Chromium without a window, and without a network but for this machine. */
final class Browser {

    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");
    private static final Pattern CONSOLE = Pattern.compile(":CONSOLE[:(]\\d+\\)?\\] (.*)");
    private static final long PATIENCE_SECONDS = 120;

    private final Path program;
    private final Path folder;

    private Browser(Path program, Path folder) {
        this.program = program;
        this.folder = folder;
    }

    /** One that keeps its things in the folder; empty if none is installed. */
    static Optional<Browser> in(Path folder) {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .flatMap(each -> NAMES.stream().map(name -> Path.of(each, name)))
                .filter(Files::isExecutable)
                .findFirst()
                .map(program -> new Browser(program, folder));
    }

    /**
     * What it made of a page.
     *
     * @param console what was written to the console, such as errors of scripts
     */
    record Seen(String dom, List<String> console) {

        /** The text of the element with the id; there has to be one. */
        String text(String id) {
            Matcher matcher =
                    Pattern.compile("<pre id=\"" + id + "\">([^<]*)</pre>").matcher(dom);
            if (!matcher.find()) {
                throw new AssertionError("There is no " + id + " in " + dom);
            }
            return matcher.group(1);
        }
    }

    Seen see(Path page) throws IOException, InterruptedException {
        return open(page, "--dump-dom");
    }

    /** Writes what a printer would get. */
    void print(Path page, Path pdf) throws IOException, InterruptedException {
        open(page, "--no-pdf-header-footer", "--print-to-pdf=" + pdf);
    }

    private Seen open(Path page, String... options) throws IOException, InterruptedException {
        Path out = folder.resolve("browser.out");
        Path err = folder.resolve("browser.err");
        List<String> command = new ArrayList<>(List.of(
                program.toString(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                "--disable-dev-shm-usage",
                "--disable-extensions",
                "--disable-background-networking",
                "--no-first-run",
                "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
                "--enable-logging=stderr",
                "--user-data-dir=" + folder.resolve("browser")));
        command.addAll(List.of(options));
        command.add(page.toUri().toString());
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        boolean isOver = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (!isOver) {
            process.destroyForcibly();
        }
        String words = Files.readString(err, StandardCharsets.UTF_8);
        if (!isOver || process.exitValue() != 0) {
            throw new AssertionError(program + " did not show " + page + ": " + words);
        }
        try (Stream<String> lines = words.lines()) {
            return new Seen(
                    Files.readString(out),
                    lines.map(CONSOLE::matcher)
                            .filter(Matcher::find)
                            .map(line -> line.group(1))
                            .toList());
        }
    }
}
