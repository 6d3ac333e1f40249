package io.recount.cli.load;

import io.recount.cells.yaml.Problems;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A file to load.
 *
 * @param path where it is; none for standard input
 * @param name what people call it, without folders
 * @param givenName what its progress is kept under; none to go by its first line
 */
public record LoadFile(Optional<Path> path, String name, Optional<String> givenName) {

    /** On the command line. */
    public static final String STANDARD_INPUT = "-";

    private static final String BY_NAME = "load-name-";
    private static final String BY_FIRST_LINE = "load-line-%016x";

    public static LoadFile of(Path path, Optional<String> givenName) {
        return new LoadFile(Optional.of(path), String.valueOf(path.getFileName()), givenName);
    }

    /** Read once: it can't go by its first line. */
    public static LoadFile standardInput(String givenName) {
        return new LoadFile(Optional.empty(), givenName, Optional.of(givenName));
    }

    /** What the file's progress is kept under, if it was given a name. */
    Optional<String> givenInput() {
        return givenName.map(BY_NAME::concat);
    }

    /**
     * What the progress of a file without a name is kept under, by its first line that is not blank: the same wherever the
     * file is moved, and whatever is appended to it.
     */
    static String inputBy(Line first) {
        return BY_FIRST_LINE.formatted(first.hash());
    }

    /** Its bytes as they are. */
    InputStream bytes() throws IOException {
        return new BufferedInputStream(path.isPresent() ? Files.newInputStream(path.get()) : System.in, 1 << 16);
    }

    /** 0 if that is not known. */
    long sizeBytes() {
        try {
            return path.isPresent() ? Files.size(path.get()) : 0;
        } catch (IOException e) {
            return 0;
        }
    }

    /** Throws {@link io.recount.cells.yaml.InvalidFileException} if a path can't be loaded from. */
    public static void check(Path path) {
        Problems problems = new Problems(path.toString());
        if (!Files.exists(path)) {
            problems.add(1, 1, "there is no such file", "Give the path of a file of JSON messages, one a line.");
        } else if (!Files.isRegularFile(path)) {
            problems.add(
                    1,
                    1,
                    "is no regular file",
                    "Pipe what it gives into recount load --name NAME " + STANDARD_INPUT + ".");
        } else if (!Files.isReadable(path)) {
            problems.add(1, 1, "may not be read", "Check the permissions of the file.");
        }
        problems.throwIfAny();
    }
}
