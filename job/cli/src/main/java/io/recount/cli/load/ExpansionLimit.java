package io.recount.cli.load;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.commons.compress.utils.InputStreamStatistics;

/**
 * How much a compressed file may become. JSON shrinks to a tenth, of many equal messages to a hundredth; a file that was
 * made to fill disks expands a thousandfold.
 *
 * @param expandedBytes at most, in all
 * @param ratio expanded to compressed bytes at most, once {@value #FREE_BYTES} bytes are expanded
 */
public record ExpansionLimit(long expandedBytes, int ratio) {

    private static final long FREE_BYTES = 1 << 24;

    /** A file that expands beyond its limits; the message says how far. */
    static final class Exceeded extends IOException {

        private static final long serialVersionUID = 1L;

        Exceeded(String message) {
            super(message);
        }
    }

    void check(long expanded, long compressed) throws Exceeded {
        if (expanded > expandedBytes) {
            throw new Exceeded("expands to more than %,d bytes. Next: if it is meant to, raise --max-expanded"
                    .formatted(expandedBytes));
        }
        if (expanded > FREE_BYTES && expanded / ratio > compressed) {
            throw new Exceeded("expands to more than %,d times its size: %,d bytes became %,d. Next: if it is meant to,"
                            .formatted(ratio, compressed, expanded)
                    + " raise --max-ratio");
        }
    }

    /** The same stream, which fails once it has given too much. */
    <S extends InputStream & InputStreamStatistics> InputStream on(S expanding) {
        return new FilterInputStream(expanding) {
            @Override
            public int read(byte[] into, int from, int length) throws IOException {
                int read = super.read(into, from, length);
                check(expanding.getUncompressedCount(), expanding.getCompressedCount());
                return read;
            }
        };
    }
}
