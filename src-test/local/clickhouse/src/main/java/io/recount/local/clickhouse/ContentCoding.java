package io.recount.local.clickhouse;

import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4FrameInputStream;
import net.jpountz.lz4.LZ4FrameOutputStream;
import org.jspecify.annotations.Nullable;

/** Compression of a whole HTTP body, named by Content-Encoding and Accept-Encoding; first the one preferred. */
enum ContentCoding {
    LZ4("lz4"),
    ZSTD("zstd"),
    GZIP("gzip"),
    IDENTITY("identity");

    private final String label;

    ContentCoding(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    /** The coding of a request's body; one that the server can't read is refused. */
    static ContentCoding ofRequest(@Nullable String contentEncoding) {
        if (contentEncoding == null || contentEncoding.isBlank()) {
            return IDENTITY;
        }
        return named(contentEncoding)
                .orElseThrow(() -> EngineException.of(
                        EngineException.NOT_IMPLEMENTED,
                        "NOT_IMPLEMENTED",
                        "Unknown Content-Encoding: send lz4, zstd, gzip or none"));
    }

    /** The first coding that the client accepts, without regard to weights. */
    static ContentCoding ofResponse(@Nullable String acceptEncoding) {
        if (acceptEncoding != null) {
            for (String offer : acceptEncoding.split(",")) {
                Optional<ContentCoding> coding = named(offer.split(";", 2)[0]);
                if (coding.isPresent()) {
                    return coding.get();
                }
            }
        }
        return IDENTITY;
    }

    InputStream decode(InputStream in) throws IOException {
        return switch (this) {
            case LZ4 -> new LZ4FrameInputStream(in);
            case ZSTD -> new ZstdInputStream(in);
            case GZIP -> new GZIPInputStream(in);
            case IDENTITY -> in;
        };
    }

    OutputStream encode(OutputStream out) throws IOException {
        return switch (this) {
            case LZ4 -> new LZ4FrameOutputStream(out);
            case ZSTD -> new ZstdOutputStream(out);
            case GZIP -> new GZIPOutputStream(out);
            case IDENTITY -> out;
        };
    }

    private static Optional<ContentCoding> named(String label) {
        String sought = label.strip().toLowerCase(Locale.ROOT);
        for (ContentCoding coding : values()) {
            if (coding.label.equals(sought)) {
                return Optional.of(coding);
            }
        }
        return Optional.empty();
    }
}
