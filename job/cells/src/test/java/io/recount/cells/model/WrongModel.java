package io.recount.cells.model;

import java.util.ArrayList;
import java.util.List;

/**
 * One way to be wrong: an edit of {@code small.yaml}, and all that must be said about it.
 *
 * <p>In the resource files a block of lines is one of them: {@code #} says what is wrong, {@code -} is the text that is
 * replaced, {@code +} what stands there instead, {@code !} a problem as it is shown after the file's name.
 */
record WrongModel(String kind, String replaced, String replacement, List<String> problems) {

    static List<WrongModel> all(String resource) {
        List<WrongModel> all = new ArrayList<>();
        for (String block : Resource.text(resource).strip().split("\n\n+")) {
            List<String> lines = block.lines().toList();
            all.add(new WrongModel(
                    String.join(" ", marked(lines, '#')).strip(),
                    String.join("\n", marked(lines, '-')),
                    String.join("\n", marked(lines, '+')),
                    marked(lines, '!').stream().map(String::strip).toList()));
        }
        return all;
    }

    String yaml() {
        String small = Resource.text("small.yaml");
        int at = small.indexOf(replaced);
        if (at < 0 || small.indexOf(replaced, at + 1) >= 0) {
            throw new IllegalStateException(
                    "'" + kind + "' replaces what is not exactly once in small.yaml: " + replaced);
        }
        return small.replace(replaced, replacement);
    }

    @Override
    public String toString() {
        return kind;
    }

    private static List<String> marked(List<String> lines, char mark) {
        return lines.stream()
                .filter(line -> line.charAt(0) == mark)
                .map(line -> line.substring(1))
                .toList();
    }
}
