package io.recount.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;

/** Values that readers have stumbled over, as JSON whose characters are the bytes of UTF-8. */
final class Values {

    private static final List<String> BARE = List.of(
            "null",
            "true",
            "false",
            "[]",
            "{}",
            "[5]",
            "NaN",
            "Infinity",
            "-Infinity",
            "undefined",
            "",
            "'1'",
            "{\"a\":1}");

    private static final List<String> NUMBERS = List.of(
            "0",
            "-0",
            "00",
            "01",
            "-01",
            "+1",
            ".5",
            "5.",
            "1.0",
            "0.0",
            "-0.0",
            "1e1",
            "1E+2",
            "1e-2",
            "1e",
            "1e+",
            "0e99",
            "1e99",
            "1e100",
            "1e2000000000",
            "1E-2000000000",
            "0.005",
            "0.015",
            "-0.025",
            "1.0000005",
            "12,50",
            "1 000",
            "1_000",
            "0x10",
            "1.2.3",
            "--1",
            "9223372036854775807",
            "9223372036854775808",
            "-9223372036854775807",
            "-9223372036854775808",
            "92233720368547758.07",
            "92233720368547758.08",
            "-92233720368547758.08",
            "18446744073709551616",
            "4294965599999",
            "4294965600000",
            "4294965600",
            "-1",
            "9007199254740993.01",
            "999999999999999999999999999999",
            "1".repeat(64),
            "1".repeat(65),
            "0".repeat(1_000),
            "0".repeat(1_001) + "1",
            "0." + "0".repeat(61) + "1",
            "0." + "0".repeat(62) + "1");

    private static final List<String> TEXTS = List.of(
            "",
            " ",
            "\u00A0",
            "\u2003",
            "\\u0000",
            "\\ud800",
            "\\udc00",
            "\\ud83d\\ude00",
            "\\ud83d",
            "\\n",
            "\\\"",
            "\\/",
            "\\x",
            "\\u12",
            "\\",
            "'",
            "`",
            "Й",
            "١٢",
            "SALE",
            "sale",
            "status",
            "receipt",
            "true",
            "null",
            "yesterday",
            "2026-10-12T09:41:07Z",
            "2026-10-12T09:41:07+03:00",
            "2026-10-12T09:41:07",
            "2026-10-12T09:41Z",
            "2026-10-12 09:41:07Z",
            "2026-10-12T24:00:00Z",
            "2026-10-12T23:59:60Z",
            "2026-02-29T00:00:00Z",
            "2024-02-29T00:00:00Z",
            "1969-12-31T23:59:59.999999Z",
            "1970-01-01T00:00:00Z",
            "2106-02-07T05:59:59.999999Z",
            "2106-02-07T06:00:00Z",
            "+999999999-12-31T23:59:59Z",
            "-0001-01-01T00:00:00Z",
            "2026-10-12T09:41:07.123456789Z",
            "2026-10-12T09:41:07+18:01",
            "2026-03-29T01:30:00",
            "2026-10-25T01:30:00",
            "2026-10-12T09:41:07[Europe/London]",
            "x".repeat(16),
            "x".repeat(17),
            "Й".repeat(128),
            "Й".repeat(128) + "x",
            "x".repeat(256),
            "x".repeat(257));

    private Values() {}

    static String any(SplittableRandom random) {
        String value = switch (random.nextInt(5)) {
            case 0 -> of(BARE, random);
            case 1 -> of(NUMBERS, random);
            case 2 -> '"' + of(NUMBERS, random) + '"';
            case 3 -> '"' + of(TEXTS, random) + '"';
            default -> '"' + of(TEXTS, random) + of(TEXTS, random) + '"';
        };
        return new String(value.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    /** One character as bytes, some of them none: halves of pairs, longer than need be, beyond the last one. */
    static String character(SplittableRandom random) {
        return List.of(
                        "\0",
                        "\u001F",
                        "\u00C3(",
                        "\u00ED\u00A0\u0080",
                        "\u00C0\u00AF",
                        "\u00F5\u0080\u0080\u0080",
                        "\u00F0\u009F\u0098\u0080",
                        "\u00EF\u00BF\u00BF",
                        "\u0080",
                        "\u00EF\u00BB\u00BF")
                .get(random.nextInt(10));
    }

    private static String of(List<String> values, SplittableRandom random) {
        return values.get(random.nextInt(values.size()));
    }
}
