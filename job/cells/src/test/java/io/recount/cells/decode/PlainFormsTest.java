package io.recount.cells.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read straight from characters or bytes is what the JDK reads; what it would refuse is never read. */
class PlainFormsTest {

    private static final int ROUNDS = 20_000;

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void timesAreThoseOfTheJdk(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int plain = 0;
        for (int i = 0; i < ROUNDS; i++) {
            Instant instant = Instant.ofEpochSecond(random.nextLong(-62_135_596_800L, 253_402_300_800L))
                    .plusNanos(random.nextInt(3) == 0 ? 0 : random.nextInt(1_000_000_000));
            ZoneOffset offset = ZoneOffset.ofTotalSeconds(60 * random.nextInt(-1_080, 1_081));
            String text = mutated(instant.atOffset(offset).toString(), random);
            long micros = micros(text);
            if (micros != Digits.NOT_PLAIN) {
                assertThat(micros).as(text).isEqualTo(expectedMicros(text));
                plain++;
            }
        }
        assertThat(plain).isGreaterThan(ROUNDS / 4);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2023-02-29T00:00:00Z",
                "2024-02-30T00:00:00Z",
                "2024-04-31T00:00:00Z",
                "2024-00-10T00:00:00Z",
                "2024-13-10T00:00:00Z",
                "2024-01-00T00:00:00Z",
                "2024-01-01T24:00:00Z",
                "2024-01-01T00:60:00Z",
                "2024-01-01T00:00:60Z",
                "2024-01-01T00:00:00",
                "2024-01-01T00:00:00z",
                "2024-01-01T00:00:00.Z",
                "2024-01-01T00:00:00.1234567890Z",
                "2024-01-01T00:00:00+18:30",
                "2024-01-01T00:00:00+03:60",
                "2024-01-01T00:00:00+0300",
                "2024-01-01T00:00:00Zx",
                "2024-01-01t00:00:00Z",
                "20a4-01-01T00:00:00Z",
                "2024-01-01T00:00:00 03:00",
                "+2024-01-01T00:00:00Z",
                ""
            })
    void otherTimesAreNotPlain(String text) {
        assertThat(micros(text)).isEqualTo(Digits.NOT_PLAIN);
    }

    @Test
    void leapDaysAndFractionsAreRead() {
        for (String text : new String[] {
            "2024-02-29T23:59:59.1Z", "2000-02-29T00:00:00.000001999-05:30", "2024-12-31T23:59:59.123456+17:59"
        }) {
            assertThat(micros(text)).isEqualTo(expectedMicros(text));
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {4, 5, 6})
    void amountsAreThoseOfTheJdk(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int plain = 0;
        for (int i = 0; i < ROUNDS; i++) {
            int scale = random.nextInt(7);
            String text = mutated(
                    BigDecimal.valueOf(random.nextLong() >> random.nextInt(64), random.nextInt(7))
                            .toPlainString(),
                    random);
            char[] chars = ("12" + text + "9.").toCharArray();
            long minor = Digits.amount(scale, chars, 2, text.length());
            if (minor != Digits.NOT_PLAIN) {
                assertThat(text).matches("-?[0-9]+(\\.[0-9]+)?");
                assertThat(minor)
                        .as(text)
                        .isEqualTo(new BigDecimal(text)
                                .setScale(scale)
                                .unscaledValue()
                                .longValueExact());
                plain++;
            }
        }
        assertThat(plain).isGreaterThan(ROUNDS / 4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-", ".", "1.", ".1", "1..2", "--1", "+1", "1e2", " 1", "1234567890123456789", "1.234"})
    void otherAmountsAreNotPlain(String text) {
        assertThat(Digits.amount(2, text.toCharArray(), 0, text.length())).isEqualTo(Digits.NOT_PLAIN);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {7, 8, 9})
    void bytesAreUtf8ExactlyIfTheJdkSaysSo(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int passed = 0;
        for (int i = 0; i < ROUNDS; i++) {
            StringBuilder text = new StringBuilder("text");
            for (int length = random.nextInt(40); length > 0; length--) {
                text.appendCodePoint(codePoint(random));
            }
            byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
            if (bytes.length > 4 && random.nextBoolean()) {
                bytes[random.nextInt(4, bytes.length)] = edge(random);
            }
            boolean utf8 = isUtf8(bytes);
            assertThat(Utf8Check.passes(bytes)).isEqualTo(utf8);
            passed += utf8 ? 1 : 0;
        }
        assertThat(passed).isBetween(ROUNDS / 4, ROUNDS * 9 / 10);
    }

    @Test
    void everyPairOfBytesIsJudgedAsTheJdkDoes() {
        for (int rest = 0; rest < 4; rest++) {
            byte[] bytes = "text....".getBytes(StandardCharsets.UTF_8);
            byte[] continued = Arrays.copyOf(bytes, 6 + rest);
            Arrays.fill(continued, 6, continued.length, (byte) 0x80);
            for (int pair = 0; pair < 1 << 16; pair++) {
                continued[4] = (byte) (pair >> 8);
                continued[5] = (byte) pair;
                if (Utf8Check.passes(continued) != isUtf8(continued)) {
                    assertThat(Utf8Check.passes(continued))
                            .as("%04x and %d continuations", pair, rest)
                            .isEqualTo(isUtf8(continued));
                }
            }
        }
    }

    private static int codePoint(SplittableRandom random) {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(0x80, 0x800);
            case 1 -> random.nextInt(0xE000, 0x1_0000);
            case 2 -> random.nextInt(0x1_0000, 0x11_0000);
            default -> random.nextInt(1, 0x80);
        };
    }

    private static byte edge(SplittableRandom random) {
        int[] edges = {0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xE0, 0xED, 0xF0, 0xF4, 0xF5};
        return (byte) edges[random.nextInt(edges.length)];
    }

    private static boolean isUtf8(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    /** Half of them with another character somewhere. */
    private static String mutated(String text, SplittableRandom random) {
        if (random.nextBoolean()) {
            return text;
        }
        String others = "0123456789-+.:TZz e";
        StringBuilder changed = new StringBuilder(text);
        changed.setCharAt(random.nextInt(text.length()), others.charAt(random.nextInt(others.length())));
        return changed.toString();
    }

    private static long micros(String text) {
        char[] chars = ("ab" + text + "07Z").toCharArray();
        return PlainTime.micros(chars, 2, text.length());
    }

    private static long expectedMicros(String text) {
        try {
            Instant instant = OffsetDateTime.parse(text).toInstant();
            return instant.getEpochSecond() * 1_000_000 + instant.getNano() / 1_000;
        } catch (DateTimeException e) {
            return Digits.NOT_PLAIN;
        }
    }
}
