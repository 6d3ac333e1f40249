package io.recount.cells.model;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads a model file: YAML in UTF-8, checked as a whole before anything starts.
 *
 * <p>A file that is missing, unreadable, too large or no YAML is refused like one that says something wrong: with
 * {@link InvalidModelException}, which names file, line and mend.
 */
public final class ModelFile {

    static final int MOST_BYTES = 1 << 20;

    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private ModelFile() {}

    /**
     * Parses and validates.
     *
     * @throws InvalidModelException with all problems at once: file, line, what, mend
     */
    public static Model read(Path file) {
        Problems problems = new Problems(file.toString());
        String yaml = text(file, problems);
        problems.throwIfAny();
        return parse(file.toString(), yaml);
    }

    /** Like {@link #read(Path)}; {@code name} stands for the file in messages. */
    public static Model parse(String name, String yaml) {
        Problems problems = new Problems(name);
        if (yaml.length() > MOST_BYTES) {
            tooLarge(problems);
            problems.throwIfAny();
        }
        return new ModelReader(problems).read(yaml.startsWith(BYTE_ORDER_MARK) ? yaml.substring(1) : yaml);
    }

    private static String text(Path file, Problems problems) {
        if (!Files.isRegularFile(file)) {
            boolean exists = Files.exists(file);
            problems.add(1, 1, exists ? "is not a file" : "there is no such file", "Give the path of a model file.");
            return "";
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                tooLarge(problems);
                return "";
            }
            return decoded(bytes, problems);
        } catch (IOException e) {
            problems.add(1, 1, "can't be read: " + e.getMessage(), "Check the permissions of the file.");
            return "";
        }
    }

    private static String decoded(byte[] bytes, Problems problems) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        boolean isUtf8 =
                !StandardCharsets.UTF_8.newDecoder().decode(in, out, true).isError();
        String text = out.flip().toString();
        if (!isUtf8) {
            // What was decoded ends where the wrong byte stands.
            problems.add(
                    1 + (int) text.chars().filter(c -> c == '\n').count(),
                    text.length() - text.lastIndexOf('\n'),
                    "not UTF-8: byte 0x%02X".formatted(bytes[in.position()]),
                    "Save the file as UTF-8.");
        }
        return text;
    }

    private static void tooLarge(Problems problems) {
        problems.add(1, 1, "larger than " + MOST_BYTES + " bytes", "Check that it is a model file.");
    }
}
