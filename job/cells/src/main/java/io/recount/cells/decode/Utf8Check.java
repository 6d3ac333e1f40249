package io.recount.cells.decode;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/**
 * Whether a message is UTF-8 throughout, also where nothing is read from it. The JSON parser would take UTF-16 and UTF-32
 * too, and pass over some broken bytes in what it skips: whether a message counts must not depend on that. Not thread-safe.
 */
final class Utf8Check {

    private static final int CHARS = 4096;

    /** UTF-16 and UTF-32 show a zero byte among the first four of a JSON text, UTF-8 never does. */
    private static final int FIRST = 4;

    private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    private final CharBuffer scratch = CharBuffer.allocate(CHARS);

    boolean passes(byte[] message) {
        for (int i = 0; i < Math.min(FIRST, message.length); i++) {
            if (message[i] == 0) {
                return false;
            }
        }
        ByteBuffer in = ByteBuffer.wrap(message);
        decoder.reset();
        CoderResult result;
        do {
            scratch.clear();
            result = decoder.decode(in, scratch, true);
        } while (result.isOverflow());
        return !result.isError();
    }
}
