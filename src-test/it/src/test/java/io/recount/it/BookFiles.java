package io.recount.it;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;

/** Files of messages that the books speak of. */
final class BookFiles {

    private BookFiles() {}

    /** A sale of 3.00 in one line; {@code more} begins with a comma. */
    static String sale(String register, int number, String at, String more) {
        return """
                {"kind":"receipt","register":"%s","drive":"D","number":%d,"shift":1,"printedAt":"%3$s",\
                "writtenAt":"%3$s","type":"SALE","total":"3.00"%4$s}
                """.formatted(register, number, at, more);
    }

    static String sales(String register, int first, int last, String at) {
        return IntStream.rangeClosed(first, last)
                .mapToObj(number -> sale(register, number, at, ""))
                .collect(Collectors.joining());
    }

    static void zstd(Path file, String lines) {
        try (OutputStream out = new ZstdOutputStream(Files.newOutputStream(file))) {
            out.write(lines.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void gzip(Path file, String lines) {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(lines.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
