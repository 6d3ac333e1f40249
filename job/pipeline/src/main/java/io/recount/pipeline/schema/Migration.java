package io.recount.pipeline.schema;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A change of the tables between two releases: {@code NNNN-name.sql}. Its statements can be run again, because a run may
 * end between a statement and its record.
 *
 * @param digest of the file's text, so that a file that was changed after it ran is noticed
 */
record Migration(int number, String name, String digest, List<String> statements) {

    private static final Pattern FILE = Pattern.compile("(\\d{4})-([a-z0-9-]+)\\.sql");
    private static final Pattern END_OF_STATEMENT = Pattern.compile(";\\s*$", Pattern.MULTILINE);

    Migration {
        statements = List.copyOf(statements);
    }

    /**
     * The migrations that a folder on the class path lists in its file {@code list}.
     *
     * @param values of the placeholders
     * @throws IllegalStateException if the folder is not as it has to be
     */
    static List<Migration> in(String folder, Map<String, String> values) {
        List<Migration> migrations = new ArrayList<>();
        text(folder + "/list")
                .lines()
                .map(String::strip)
                .filter(Migration::isName)
                .forEach(file -> {
                    Migration migration = of(folder, file, values);
                    if (!migrations.isEmpty()
                            && migrations.get(migrations.size() - 1).number() >= migration.number()) {
                        throw new IllegalStateException(folder + "/list: " + file + " is not in order; numbers rise");
                    }
                    migrations.add(migration);
                });
        return migrations;
    }

    private static boolean isName(String line) {
        return !line.isEmpty() && !line.startsWith("#");
    }

    private static Migration of(String folder, String file, Map<String, String> values) {
        Matcher name = FILE.matcher(file);
        if (!name.matches()) {
            throw new IllegalStateException(folder + "/list: " + file + " is not of the form NNNN-name.sql");
        }
        String text = text(folder + "/" + file);
        String filled = new Template(file, text).filledWith(values, Map.of());
        return new Migration(
                Integer.parseInt(name.group(1)),
                name.group(2),
                digest(text),
                Stream.of(END_OF_STATEMENT.split(filled))
                        .map(String::strip)
                        .filter(statement -> !statement.isEmpty())
                        .toList());
    }

    private static String text(String resource) {
        try (InputStream in = Migration.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("The jar lacks " + resource + "; build it again");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String digest(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** As people call it: {@code 0001-name}. */
    @Override
    public String toString() {
        return "%04d-%s".formatted(number, name);
    }
}
