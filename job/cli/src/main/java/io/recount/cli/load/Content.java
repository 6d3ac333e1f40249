package io.recount.cli.load;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.apache.commons.compress.compressors.CompressorException;
import org.apache.commons.compress.compressors.CompressorStreamFactory;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.apache.commons.compress.utils.InputStreamStatistics;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a file, expanded if its first bytes say that it is compressed, however it is called. Several compressed streams
 * one after another are one; what is cut off or damaged is never taken for an end.
 *
 * <p>Whatever is wrong with a file is a {@link WrongFileException} that says where; lines returned before are whole.
 */
final class Content implements AutoCloseable {

    private final LoadFile file;
    private final InputStream stream;
    private final @Nullable InputStreamStatistics expansion;
    private final LineReader lines;

    private Content(LoadFile file, InputStream stream, @Nullable InputStreamStatistics expansion, LineReader lines) {
        this.file = file;
        this.stream = stream;
        this.expansion = expansion;
        this.lines = lines;
    }

    /** {@code maxBytes} is what a line may have to be kept whole. */
    static Content open(LoadFile file, ExpansionLimit limit, int maxBytes) {
        try {
            InputStream raw = file.bytes();
            String form = form(raw);
            return switch (form) {
                case "" -> new Content(file, raw, null, new LineReader(raw, maxBytes));
                case CompressorStreamFactory.ZSTANDARD -> expanding(file, new ZstdFrames(raw), limit, maxBytes);
                case CompressorStreamFactory.GZIP ->
                    expanding(
                            file,
                            GzipCompressorInputStream.builder()
                                    .setInputStream(raw)
                                    .setDecompressConcatenated(true)
                                    .get(),
                            limit,
                            maxBytes);
                default -> {
                    raw.close();
                    throw new WrongFileException(
                            "%s is compressed by %s, which is not read here. Next: expand it, or compress it by gzip or zstd"
                                    .formatted(file.name(), form),
                            null);
                }
            };
        } catch (EOFException e) {
            throw new WrongFileException(
                    "%s is cut off within its head: it is not all of the file. Next: get all of it"
                            .formatted(file.name()),
                    e);
        } catch (IOException e) {
            throw new WrongFileException(
                    "%s can't be opened: %s. Next: see whether it is whole, and may be read"
                            .formatted(file.name(), e.getMessage()),
                    e);
        }
    }

    private static <S extends InputStream & InputStreamStatistics> Content expanding(
            LoadFile file, S stream, ExpansionLimit limit, int maxBytes) {
        InputStream limited = limit.on(stream);
        return new Content(file, limited, stream, new LineReader(limited, maxBytes));
    }

    /** Empty for none. */
    private static String form(InputStream raw) {
        try {
            return CompressorStreamFactory.detect(raw);
        } catch (CompressorException none) {
            return "";
        }
    }

    /** The next line; null behind the last. */
    @Nullable
    Line next() {
        try {
            return lines.next();
        } catch (IOException e) {
            throw wrong(e);
        }
    }

    private WrongFileException wrong(IOException e) {
        String where = "%s, near byte %,d and in line %,d,".formatted(file.name(), position(), lines.lines() + 1);
        if (e instanceof ExpansionLimit.Exceeded) {
            return new WrongFileException(where + " " + e.getMessage(), e);
        }
        return new WrongFileException(
                e instanceof EOFException
                        ? where
                                + " ends in the middle of what is compressed: it is not all of the file. Next: get all of it"
                                + " and load it again, which goes on with that line"
                        : where + " can't be read: " + e.getMessage()
                                + ". Next: get an undamaged file and load it again, which goes on with that line",
                e);
    }

    /** Of the lines returned so far. */
    long lines() {
        return lines.lines();
    }

    /** Of these lines, with their ends, expanded. */
    long bytes() {
        return lines.bytes();
    }

    /** Of these lines. */
    long fingerprint() {
        return lines.fingerprint();
    }

    /** As {@link LineReader#fingerprintWithReturns}. */
    long fingerprintWithReturns() {
        return lines.fingerprintWithReturns();
    }

    /** Bytes of the file, as it is, that were read for them; some more may be. */
    long position() {
        return expansion == null ? lines.bytes() : expansion.getCompressedCount();
    }

    @Override
    public void close() {
        try {
            stream.close();
        } catch (IOException e) {
            throw new UncheckedIOException(file.name() + " can't be closed", e);
        }
    }
}
