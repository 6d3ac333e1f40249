package io.recount.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Breaks messages without knowing what is in them. */
final class ByteMutations {

    /** Bytes that mean something to JSON or to UTF-8. */
    private static final byte[] INTERESTING = {
        0,
        '"',
        '\\',
        '{',
        '}',
        '[',
        ']',
        ':',
        ',',
        '-',
        '+',
        '.',
        'e',
        '0',
        '9',
        ' ',
        '\n',
        '/',
        0x7F,
        (byte) 0x80,
        (byte) 0xC0,
        (byte) 0xC3,
        (byte) 0xED,
        (byte) 0xA0,
        (byte) 0xEF,
        (byte) 0xBB,
        (byte) 0xBF,
        (byte) 0xF0,
        (byte) 0xF5,
        (byte) 0xFE,
        (byte) 0xFF
    };

    private static final int LONGEST_SLICE = 40;

    byte[] mutate(byte[] message, byte[] other, SplittableRandom random) {
        int from = random.nextInt(message.length + 1);
        int to = Math.min(message.length, from + random.nextInt(LONGEST_SLICE));
        byte[] slice = Arrays.copyOfRange(message, from, to);
        return switch (random.nextInt(10)) {
            case 0 -> flipped(message, random);
            case 1 -> with(message, from, Math.min(from + 1, message.length), interesting(random));
            case 2 -> with(message, from, from, interesting(random));
            case 3 -> with(message, from, to);
            case 4 -> with(message, from, from, slice);
            case 5 -> Arrays.copyOf(message, from);
            case 6 -> moved(message, from, to, random);
            case 7 -> with(message, from, to, sliceOf(other, random));
            case 8 -> encoded(message, random);
            default -> with(message, message.length, message.length, slice);
        };
    }

    private static byte[] flipped(byte[] message, SplittableRandom random) {
        if (message.length == 0) {
            return message;
        }
        byte[] flipped = message.clone();
        flipped[random.nextInt(message.length)] ^= (byte) (1 << random.nextInt(8));
        return flipped;
    }

    private static byte[] interesting(SplittableRandom random) {
        byte[] bytes = new byte[1 + random.nextInt(2)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = INTERESTING[random.nextInt(INTERESTING.length)];
        }
        return bytes;
    }

    private static byte[] moved(byte[] message, int from, int to, SplittableRandom random) {
        byte[] without = with(message, from, to);
        int at = random.nextInt(without.length + 1);
        return with(without, at, at, Arrays.copyOfRange(message, from, to));
    }

    private static byte[] sliceOf(byte[] other, SplittableRandom random) {
        int from = random.nextInt(other.length + 1);
        return Arrays.copyOfRange(other, from, Math.min(other.length, from + random.nextInt(LONGEST_SLICE)));
    }

    /** Another encoding, or marks of one. */
    private static byte[] encoded(byte[] message, SplittableRandom random) {
        String text = new String(message, StandardCharsets.UTF_8);
        return switch (random.nextInt(5)) {
            case 0 -> text.getBytes(StandardCharsets.UTF_16);
            case 1 -> text.getBytes(StandardCharsets.UTF_16LE);
            case 2 -> text.getBytes(StandardCharsets.ISO_8859_1);
            default -> with(message, 0, 0, "\uFEFF".getBytes(StandardCharsets.UTF_8));
        };
    }

    /** The message with {@code bytes} in the place of a part of it. */
    static byte[] with(byte[] message, int from, int to, byte... bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(message.length + bytes.length);
        out.write(message, 0, from);
        out.writeBytes(bytes);
        out.write(message, to, message.length - to);
        return out.toByteArray();
    }
}
