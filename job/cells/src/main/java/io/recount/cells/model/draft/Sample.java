package io.recount.cells.model.draft;

import io.recount.cells.yaml.InvalidFileException;
import io.recount.cells.yaml.Problems;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Messages to guess from: the first {@value #MOST_LINES} lines of a file, at most {@value #MOST_BYTES} bytes of it.
 *
 * @param messages those lines that are JSON objects; at least one
 * @param lines that were read
 */
public record Sample(List<SampleMessage> messages, int lines) {

    static final int MOST_LINES = 10_000;
    static final int MOST_BYTES = 32 << 20;

    public Sample {
        messages = List.copyOf(messages);
    }

    /**
     * Reads JSON lines.
     *
     * @throws InvalidFileException if the file can't be read or no line is a JSON object
     */
    public static Sample read(Path file) {
        Problems problems = new Problems(file.toString());
        if (!Files.isRegularFile(file)) {
            problems.add(1, 1, "there is no such file", "Give the path of a file of JSON messages, one a line.");
        }
        problems.throwIfAny();
        List<SampleMessage> messages = new ArrayList<>();
        int lines = 0;
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
            for (byte[] line : firstLines(in)) {
                lines++;
                SampleMessage.parse(line).ifPresent(messages::add);
            }
        } catch (IOException e) {
            problems.add(lines + 1, 1, "can't be read: " + e.getMessage(), "Check the permissions of the file.");
        }
        if (messages.isEmpty()) {
            problems.add(1, 1, "no line is a JSON object", "Give a file of JSON messages, one a line.");
        }
        problems.throwIfAny();
        return new Sample(messages, lines);
    }

    /** Lines that are not empty. A last line that the limit of bytes cuts is left out. */
    private static List<byte[]> firstLines(InputStream in) throws IOException {
        List<byte[]> lines = new ArrayList<>();
        ByteArrayOutputStream line = new ByteArrayOutputStream(1_024);
        int next = in.read();
        for (int bytes = 1; next >= 0 && bytes <= MOST_BYTES && lines.size() < MOST_LINES; bytes++) {
            if (next != '\n') {
                line.write(next);
            } else if (line.size() > 0) {
                lines.add(line.toByteArray());
                line.reset();
            }
            next = in.read();
        }
        if (next < 0 && line.size() > 0) {
            lines.add(line.toByteArray());
        }
        return lines;
    }
}
