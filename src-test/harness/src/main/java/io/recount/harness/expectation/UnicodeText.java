package io.recount.harness.expectation;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Texts as bytes of UTF-8. */
final class UnicodeText {

    private UnicodeText() {}

    /** Half a surrogate pair is no character, and no text is made of it. */
    static byte[] utf8(String text) {
        try {
            ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            byte[] utf8 = new byte[bytes.remaining()];
            bytes.get(utf8);
            return utf8;
        } catch (CharacterCodingException e) {
            throw new UnreadableException("half a surrogate pair");
        }
    }

    /** A text of any length; a digest stands for one that is too long. */
    static String digested(String text, int maxBytes) {
        byte[] utf8 = utf8(text);
        return utf8.length <= maxBytes ? text : "xxh64:%016x/%d".formatted(MessageReading.hash(utf8), utf8.length);
    }
}
