package io.recount.pipeline.options;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Replaces <code>${env:NAME}</code> and <code>${file:PATH}</code> by what the variable or the file holds, so that secrets do
 * not stand in the configuration. A file loses the line breaks at its end.
 *
 * @param environment variables by name
 * @param folder where relative paths start
 */
record References(Map<String, String> environment, Path folder) {

    private static final Pattern REFERENCE = Pattern.compile("\\$\\{([^:}]*)(?::([^}]*))?}");
    private static final String FORMS = "Write ${env:NAME} or ${file:PATH}.";

    /** A reference that leads nowhere; the message says what is wrong and the mend what to do, and neither any value. */
    static final class Unresolved extends Exception {

        private static final long serialVersionUID = 1L;

        private final String what;
        private final String mend;

        Unresolved(String what, String mend) {
            super(what);
            this.what = what;
            this.mend = mend;
        }

        String what() {
            return what;
        }

        String mend() {
            return mend;
        }
    }

    static boolean areIn(String text) {
        return REFERENCE.matcher(text).find();
    }

    /** As they are written. */
    static List<String> in(String text) {
        return REFERENCE.matcher(text).results().map(MatchResult::group).toList();
    }

    /** The text with what its references stand for; that is not looked at again. */
    String resolve(String text) throws Unresolved {
        Matcher reference = REFERENCE.matcher(text);
        StringBuilder resolved = new StringBuilder();
        while (reference.find()) {
            String name = reference.group(2) == null ? "" : reference.group(2);
            String value = switch (reference.group(1)) {
                case "env" -> variable(name);
                case "file" -> content(name);
                default -> throw new Unresolved("holds a reference of no known kind", FORMS);
            };
            reference.appendReplacement(resolved, Matcher.quoteReplacement(value));
        }
        return reference.appendTail(resolved).toString();
    }

    private String variable(String name) throws Unresolved {
        if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
            // It may be the secret itself, so it is not shown.
            throw new Unresolved(
                    "refers to no name of an environment variable", "Write the variable's name, not what it holds.");
        }
        String value = environment.get(name);
        if (value == null) {
            throw new Unresolved(
                    "refers to the variable " + name + ", which is not set", "Export it where the job is submitted.");
        }
        return value;
    }

    private String content(String path) throws Unresolved {
        if (path.isBlank()) {
            throw new Unresolved("refers to a file without a name", FORMS);
        }
        try {
            return Files.readString(folder.resolve(path)).replaceAll("[\\r\\n]+$", "");
        } catch (IOException | java.nio.file.InvalidPathException e) {
            throw new Unresolved(
                    "refers to the file " + path + ", which can't be read",
                    "Put it there, in UTF-8, readable for whoever submits the job.");
        }
    }
}
