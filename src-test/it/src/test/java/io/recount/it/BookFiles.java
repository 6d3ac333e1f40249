package io.recount.it;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

/** Files of messages that the books speak of. */
final class BookFiles {

    private BookFiles() {}

    /** A sale of 3.00, for one line; {@code more} begins with a comma. */
    static String sale(String register, int number, String day, String more) {
        return """
                {"kind":"receipt","register":"%s","drive":"D","number":%d,"shift":1,"printedAt":"%3$sT09:30:00Z",\
                "writtenAt":"%3$sT09:30:01Z","type":"SALE","total":"3.00"%4$s}
                """.formatted(register, number, day, more);
    }

    static String sale(String register, int number, String day) {
        return sale(register, number, day, "");
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
