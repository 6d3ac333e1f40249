package io.recount.cells.decode;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Whether a message is UTF-8 throughout, also where nothing is read from it. The JSON parser would take UTF-16 and UTF-32
 * too, and pass over some broken bytes in what it skips: whether a message counts must not depend on that.
 *
 * <p>Well-formed is what the Unicode Standard's table 3-7 says: no overlong forms, no surrogates, nothing beyond U+10FFFF.
 */
final class Utf8Check {

    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long NOT_ASCII = 0x8080_8080_8080_8080L;

    /** UTF-16 and UTF-32 show a zero byte among the first four of a JSON text, UTF-8 never does. */
    private static final int FIRST = 4;

    private Utf8Check() {}

    static boolean passes(byte[] message) {
        for (int i = 0; i < Math.min(FIRST, message.length); i++) {
            if (message[i] == 0) {
                return false;
            }
        }
        int at = 0;
        while (at < message.length) {
            at = behindAscii(message, at);
            if (at < message.length) {
                int length = lengthAt(message, at);
                if (length == 0) {
                    return false;
                }
                at += length;
            }
        }
        return true;
    }

    private static int behindAscii(byte[] message, int from) {
        int at = from;
        while (at + Long.BYTES <= message.length && ((long) EIGHT.get(message, at) & NOT_ASCII) == 0) {
            at += Long.BYTES;
        }
        while (at < message.length && message[at] >= 0) {
            at++;
        }
        return at;
    }

    /** Bytes of the character beyond ASCII that begins here, 0 if none does. */
    private static int lengthAt(byte[] message, int at) {
        int first = message[at] & 0xFF;
        int length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
        if (length == 0 || at + length > message.length) {
            return 0;
        }
        int second = message[at + 1] & 0xFF;
        int least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
        int greatest = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
        if (second < least || second > greatest) {
            return 0;
        }
        for (int i = 2; i < length; i++) {
            if ((message[at + i] & 0xC0) != 0x80) {
                return 0;
            }
        }
        return length;
    }
}
