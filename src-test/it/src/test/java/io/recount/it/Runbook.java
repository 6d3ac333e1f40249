package io.recount.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A part of {@code deploy/RUNBOOK.md}.
 *
 * @param text as it stands there
 */
record Runbook(String text) {

    private static final Path FILE = Path.of(System.getProperty("recount.root"), "deploy/RUNBOOK.md");

    /** All of it. */
    static Runbook whole() {
        try {
            return new Runbook(Files.readString(FILE));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Runbook section(String title) {
        var section = Pattern.compile("(?ms)^## " + Pattern.quote(title) + "$(.*?)(?=^## |\\z)")
                .matcher(whole().text());
        assertThat(section.find()).as(title).isTrue();
        return new Runbook(section.group(1));
    }

    /** What stands in blocks of that language. */
    List<String> blocks(String language) {
        return Pattern.compile("(?s)```" + language + "\n(.*?)```")
                .matcher(text)
                .results()
                .map(block -> block.group(1))
                .toList();
    }

    /** Its SQL, without the semicolons; comments stay. */
    List<String> statements() {
        return blocks("sql").stream()
                .flatMap(block -> Stream.of(block.split(";")))
                .map(statement -> statement.replaceFirst("^\\s*--.*", "").strip())
                .filter(statement -> !statement.isEmpty())
                .toList();
    }
}
