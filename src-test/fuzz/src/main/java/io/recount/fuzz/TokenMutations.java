package io.recount.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Breaks messages where it hurts: values, keys and members as wholes. Works on bytes as characters of the same number,
 * so that broken UTF-8 stays as it is.
 */
final class TokenMutations {

    private static final String TEXT = "\"(?:[^\"\\\\]|\\\\.)*+\"";
    private static final Pattern VALUE =
            Pattern.compile("(?<=:)\\s*(?:" + TEXT + "|-?[0-9][0-9.eE+-]*|true|false|null)");
    private static final Pattern MEMBER =
            Pattern.compile(TEXT + "\\s*:\\s*(?:" + TEXT + "|-?[0-9][0-9.eE+-]*|true|false|null|\\{[^{}]*})");
    private static final Pattern KEY = Pattern.compile(TEXT + "(?=\\s*:)");

    byte[] mutate(byte[] message, SplittableRandom random) {
        String text = new String(message, StandardCharsets.ISO_8859_1);
        String mutated = switch (random.nextInt(8)) {
            case 0, 1 -> replaced(text, VALUE, Values.any(random), random);
            case 2 -> swapped(text, VALUE, random);
            case 3 -> swapped(text, KEY, random);
            case 4 -> repeated(text, random);
            case 5 -> retold(text, random);
            case 6 -> nested(text, random);
            default -> spaced(text, random);
        };
        return mutated.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static @Nullable MatchResult any(String text, Pattern pattern, SplittableRandom random) {
        List<MatchResult> found = new ArrayList<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            found.add(matcher.toMatchResult());
        }
        return found.isEmpty() ? null : found.get(random.nextInt(found.size()));
    }

    private static String with(String text, MatchResult at, String instead) {
        return text.substring(0, at.start()) + instead + text.substring(at.end());
    }

    private static String replaced(String text, Pattern pattern, String instead, SplittableRandom random) {
        MatchResult at = any(text, pattern, random);
        return at == null ? text + instead : with(text, at, instead);
    }

    private static String swapped(String text, Pattern pattern, SplittableRandom random) {
        MatchResult one = any(text, pattern, random);
        MatchResult two = any(text, pattern, random);
        if (one == null || two == null || one.end() > two.start()) {
            return text;
        }
        return with(with(text, two, one.group()), one, two.group());
    }

    /** A member once more, somewhere behind another, with its value or another one. */
    private static String repeated(String text, SplittableRandom random) {
        MatchResult member = any(text, MEMBER, random);
        MatchResult behind = any(text, MEMBER, random);
        if (member == null || behind == null) {
            return text;
        }
        String again =
                random.nextBoolean() ? member.group() : replaced(member.group(), VALUE, Values.any(random), random);
        return text.substring(0, behind.end()) + "," + again + text.substring(behind.end());
    }

    /** A value, told in another way: a number as text or text as number, characters escaped, longer. */
    private static String retold(String text, SplittableRandom random) {
        MatchResult at = any(text, VALUE, random);
        if (at == null) {
            return text;
        }
        String value = at.group().trim();
        boolean quoted = value.length() > 1 && value.startsWith("\"");
        String bare = quoted ? value.substring(1, value.length() - 1) : value;
        return switch (random.nextInt(6)) {
            case 0 -> with(text, at, bare);
            case 1 -> with(text, at, '"' + bare + '"');
            case 2 -> with(text, at, '"' + escaped(bare, random) + '"');
            case 3 -> with(text, at, '"' + bare.repeat(1 + random.nextInt(40)) + '"');
            case 4 -> with(text, at, '"' + bare + Values.character(random) + '"');
            default -> with(text, at, quoted ? '"' + bare + ' ' + '"' : bare + "0");
        };
    }

    private static String escaped(String bare, SplittableRandom random) {
        if (bare.isEmpty() || bare.indexOf('\\') >= 0) {
            return bare;
        }
        int at = random.nextInt(bare.length());
        char character = bare.charAt(at);
        return character > 0x7F
                ? bare
                : bare.substring(0, at) + "\\u%04x".formatted((int) character) + bare.substring(at + 1);
    }

    private static String nested(String text, SplittableRandom random) {
        int depth = random.nextInt(3) == 0 ? random.nextInt(95, 103) : random.nextInt(1, 4);
        if (random.nextInt(4) == 0) {
            return "[".repeat(depth) + text + "]".repeat(depth);
        }
        MatchResult at = any(text, VALUE, random);
        if (at == null) {
            return text;
        }
        String inside = random.nextBoolean()
                ? "[".repeat(depth) + at.group() + "]".repeat(depth)
                : "{\"a\":".repeat(depth) + at.group() + "}".repeat(depth);
        return with(text, at, inside);
    }

    private static String spaced(String text, SplittableRandom random) {
        MatchResult at = any(text, MEMBER, random);
        String space = List.of(" ", "\n", "\t", "\r\n", "\f", "\u00A0", "//x\n", "/**/")
                .get(random.nextInt(8));
        return at == null ? space + text : text.substring(0, at.end()) + space + text.substring(at.end());
    }
}
