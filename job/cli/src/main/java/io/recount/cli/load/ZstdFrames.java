package io.recount.cli.load;

import com.github.luben.zstd.ZstdBufferDecompressingStreamNoFinalizer;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.apache.commons.compress.utils.InputStreamStatistics;

/**
 * Expands frames of zstd, one after another. The library's own stream takes a frame that is cut off in its first block for the
 * end of the file, if another one is in front of it; here whatever is cut off is an {@link EOFException}.
 */
final class ZstdFrames extends InputStream implements InputStreamStatistics {

    private static final int BUFFER_BYTES = 1 << 17;

    private final byte[] buffer = new byte[BUFFER_BYTES];
    private final InputStream in;
    private final Frames frames;
    private long compressed;
    private long expanded;
    private boolean isExhausted;

    ZstdFrames(InputStream in) {
        this.in = in;
        this.frames = new Frames();
    }

    /** Asks for more of the file when it needs it. */
    private final class Frames extends ZstdBufferDecompressingStreamNoFinalizer {

        Frames() {
            super(ByteBuffer.allocate(0));
        }

        @Override
        protected ByteBuffer refill(ByteBuffer source) {
            try {
                int read = in.read(buffer);
                isExhausted = read < 0;
                compressed += Math.max(0, read);
                return ByteBuffer.wrap(buffer, 0, Math.max(0, read));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        try {
            ByteBuffer target = ByteBuffer.wrap(into, from, length);
            while (frames.hasRemaining()) {
                boolean isLastCall = isExhausted;
                int read = frames.read(target);
                if (read > 0) {
                    expanded += read;
                    return read;
                }
                if (isLastCall && frames.hasRemaining()) {
                    throw new EOFException("a frame is cut off");
                }
            }
            return -1;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    @Override
    public long getCompressedCount() {
        return compressed;
    }

    @Override
    public long getUncompressedCount() {
        return expanded;
    }

    @Override
    public void close() throws IOException {
        frames.close();
        in.close();
    }
}
