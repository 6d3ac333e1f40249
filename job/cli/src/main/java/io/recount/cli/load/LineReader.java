package io.recount.cli.load;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.OptionalLong;
import net.jpountz.xxhash.StreamingXXHash64;
import net.jpountz.xxhash.XXHashFactory;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a stream into lines and takes their fingerprint, in memory that no line can exceed. Lines end with a newline, with or
 * without a carriage return in front of it; a byte order mark in front of the first is no part of it.
 *
 * <p>When the stream fails, all that is told is of the lines that were returned before.
 */
final class LineReader {

    private static final XXHashFactory XXHASH = XXHashFactory.fastestJavaInstance();
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int FIRST_LINE_BYTES = 1 << 10;
    private static final byte[] NEWLINE = {'\n'};
    private static final byte[] RETURN = {'\r'};
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private final InputStream in;
    private final int keptBytes;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int at;
    private int end;

    private final StreamingXXHash64 seen = XXHASH.newStreamingHash64(0);
    private final StreamingXXHash64 seenWithReturns = XXHASH.newStreamingHash64(0);
    /** It is of the line only if something else than its end follows. */
    private boolean isReturnHeld;

    private long lines;
    private long bytes;
    private long fingerprint = seen.getValue();
    private long fingerprintWithReturns = seenWithReturns.getValue();

    private byte[] kept = new byte[FIRST_LINE_BYTES];
    private int keptLength;
    private long sizeBytes;
    private @Nullable StreamingXXHash64 whole;

    /** Of lines of more than {@code maxBytes} one byte more is kept than that. */
    LineReader(InputStream in, int maxBytes) {
        this.in = in;
        this.keptBytes = maxBytes + 1;
    }

    /** The next line; null behind the last. */
    @Nullable
    Line next() throws IOException {
        keptLength = 0;
        sizeBytes = 0;
        whole = null;
        while (true) {
            if (at == end) {
                int read = in.read(buffer);
                if (read < 0) {
                    return sizeBytes == 0 ? null : line(false);
                }
                at = 0;
                end = read;
            }
            int until = at;
            while (until < end && buffer[until] != '\n') {
                until++;
            }
            keep(at, until - at);
            at = until;
            if (until < end) {
                at++;
                return line(true);
            }
        }
    }

    private void keep(int from, int length) {
        see(from, length);
        if (whole == null && sizeBytes + length > keptBytes) {
            whole = XXHASH.newStreamingHash64(0);
            whole.update(kept, 0, keptLength);
        }
        if (whole != null) {
            whole.update(buffer, from, length);
        }
        int room = Math.min(length, keptBytes - keptLength);
        if (keptLength + room > kept.length) {
            kept = Arrays.copyOf(kept, Math.max(keptLength + room, Math.min(keptBytes, kept.length * 2)));
        }
        System.arraycopy(buffer, from, kept, keptLength, room);
        keptLength += room;
        sizeBytes += length;
    }

    private void see(int from, int length) {
        if (length == 0) {
            return;
        }
        seenWithReturns.update(buffer, from, length);
        if (isReturnHeld) {
            seen.update(RETURN, 0, RETURN.length);
        }
        isReturnHeld = buffer[from + length - 1] == '\r';
        seen.update(buffer, from, isReturnHeld ? length - 1 : length);
    }

    private Line line(boolean isTerminated) {
        // A newline also where there is none, and never a return in front of it: both may be added to a file that
        // grows.
        isReturnHeld = false;
        seen.update(NEWLINE, 0, NEWLINE.length);
        seenWithReturns.update(NEWLINE, 0, NEWLINE.length);
        lines++;
        bytes += sizeBytes + (isTerminated ? 1 : 0);
        fingerprint = seen.getValue();
        fingerprintWithReturns = seenWithReturns.getValue();
        int from = lines == 1 && beginsWithMark() ? BYTE_ORDER_MARK.length : 0;
        int until = keptLength == sizeBytes && keptLength > from && kept[keptLength - 1] == '\r'
                ? keptLength - 1
                : keptLength;
        return new Line(
                lines,
                Arrays.copyOfRange(kept, from, until),
                whole == null ? until - from : sizeBytes,
                whole == null ? OptionalLong.empty() : OptionalLong.of(whole.getValue()),
                isTerminated);
    }

    private boolean beginsWithMark() {
        return keptLength >= BYTE_ORDER_MARK.length
                && Arrays.equals(kept, 0, BYTE_ORDER_MARK.length, BYTE_ORDER_MARK, 0, BYTE_ORDER_MARK.length);
    }

    /** Lines returned. */
    long lines() {
        return lines;
    }

    /** Bytes of these lines, with their ends. */
    long bytes() {
        return bytes;
    }

    /** Of these lines, whatever follows; the same for the same lines only, however they end. */
    long fingerprint() {
        return fingerprint;
    }

    /** The same with the carriage returns in front of newlines, as notes of version 1 have it. */
    long fingerprintWithReturns() {
        return fingerprintWithReturns;
    }
}
