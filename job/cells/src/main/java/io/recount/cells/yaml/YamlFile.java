package io.recount.cells.yaml;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Reads a file: UTF-8, of bounded size, one mapping. What is wrong with it becomes a problem like any other. */
public final class YamlFile {

    public static final int MOST_BYTES = 1 << 20;

    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private YamlFile() {}

    /** The text, empty if there is a problem. {@code kind} names what the file should be: {@code "a model file"}. */
    public static String read(Path file, String kind, Problems problems) {
        if (!Files.isRegularFile(file)) {
            boolean exists = Files.exists(file);
            problems.add(1, 1, exists ? "is not a file" : "there is no such file", "Give the path of " + kind + ".");
            return "";
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                tooLarge(kind, problems);
                return "";
            }
            return decoded(bytes, problems);
        } catch (IOException e) {
            problems.add(1, 1, "can't be read: " + e.getMessage(), "Check the permissions of the file.");
            return "";
        }
    }

    /**
     * The mapping that a file is.
     *
     * @param start the mend for an empty file: a sentence
     */
    public static Optional<Mapping> root(String yaml, String kind, String start, Problems problems) {
        if (yaml.length() > MOST_BYTES) {
            tooLarge(kind, problems);
            return Optional.empty();
        }
        return YamlText.compose(yaml.startsWith(BYTE_ORDER_MARK) ? yaml.substring(1) : yaml, start, problems)
                .flatMap(node -> new Entry("", node, problems).mapping());
    }

    private static void tooLarge(String kind, Problems problems) {
        problems.add(1, 1, "larger than " + MOST_BYTES + " bytes", "Check that it is " + kind + ".");
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
}
