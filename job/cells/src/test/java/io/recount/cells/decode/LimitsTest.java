package io.recount.cells.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.cells.Decoded;
import io.recount.cells.Document;
import io.recount.cells.Layout;
import io.recount.cells.Models;
import io.recount.cells.Problem;
import io.recount.cells.Problem.Reason;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The size of a message and its nesting are limited; what is in it is not, least of all what the model does not name. */
class LimitsTest {

    private static final int MEGABYTE = 1 << 20;
    private static final int LARGEST_CONFIGURABLE = 100 * MEGABYTE;

    private final Layout layout = new Layout(Models.SMALL);

    @Test
    void aMessageOfExactlyTheLimitIsReadAndOneByteMoreIsNot() {
        byte[] message = bytes("\"total\":\"1\"");

        assertThat(decoder(message.length).decode(message)).isInstanceOf(Document.class);
        assertThat(decoder(message.length - 1).decode(message))
                .isInstanceOfSatisfying(Decoded.Rejected.class, rejected -> {
                    assertThat(rejected.problem().reason()).isEqualTo(Reason.TOO_LARGE);
                    assertThat(rejected.problem().sentence()).contains(String.valueOf(message.length - 1));
                });
    }

    /** The parser has limits of its own; none may be below the configured one. */
    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "\"name\":\"%s\"",
                "\"%s\":1",
                "\"name\":1%s",
                "\"name\":1.0%s",
                "\"name\":-0.1%s",
                "\"lines\":[{\"name\":\"%s\"}]"
            })
    void whatIsNotNamedMayBeAsLongAsTheMessage(String unknown) {
        String content = unknown.formatted("7".repeat(21 * MEGABYTE));

        assertGood(decoder(LARGEST_CONFIGURABLE).decode(bytes(content + ",\"total\":\"1\"")));
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"\"total\":1%s", "\"total\":\"1%s\"", "\"total\":0.1%s", "\"total\":\"1\",\"balance\":1%s"})
    void aNumberThatIsFarTooLongIsABadVersionInItsPlace(String field) {
        Decoded decoded = decoder(MEGABYTE).decode(bytes(field.formatted("7".repeat(5_000))));

        assertThat(decoded).isInstanceOfSatisfying(Document.class, document -> {
            assertThat(document.state()).isEqualTo(Document.State.BAD);
            assertThat(document.problem()).isNotNull();
            assertThat(document.problem().reason()).isEqualTo(Reason.NOT_A_NUMBER);
        });
    }

    @Test
    void textsAndAmountsOfExactlyTheirLimitAreRead() {
        DocumentDecoder decoder = decoder(MEGABYTE);
        String amount = "1." + "0".repeat(62);

        assertGood(decoder.decode(bytes("\"total\":\"1\",\"extra\":{\"note\":\"12345\"}")));
        assertGood(decoder.decode(bytes("\"total\":" + amount)));
        assertThat(decoder.decode(bytes("\"total\":" + amount + "0")))
                .isInstanceOfSatisfying(
                        Document.class,
                        document -> assertThat(document.problem())
                                .isEqualTo(
                                        new Problem(
                                                Reason.NOT_A_NUMBER,
                                                "total must be a decimal number such as 12.50 (digits, a point, no separators)")));
        assertThat(custom(decoder.decode(bytes("\"total\":\"1\",\"custom\":{\"k\":\"" + "v".repeat(16) + "\"}"))))
                .containsEntry("k", "v".repeat(16));
    }

    @Test
    void aMerchantsKeyOrValueOfAMegabyteIsHeldAsItsDigest() {
        String custom = "\"custom\":{\"%s\":\"%s\"}".formatted("k".repeat(MEGABYTE), "v".repeat(MEGABYTE));

        Map<String, String> map = custom(decoder(4 * MEGABYTE).decode(bytes("\"total\":\"1\"," + custom)));

        assertThat(map).hasSize(1).allSatisfy((key, value) -> {
            assertThat(key).matches("xxh64:[0-9a-f]{16}/1048576");
            assertThat(value).matches("xxh64:[0-9a-f]{16}/1048576").isNotEqualTo(key);
        });
    }

    @Test
    void aHundredThousandKeysOfAMerchantAreKept() {
        String custom = IntStream.range(0, 100_000)
                .mapToObj(i -> "\"k%d\":\"%d\"".formatted(i, i))
                .collect(Collectors.joining(",", "\"custom\":{", "}"));

        Map<String, String> map = custom(decoder(4 * MEGABYTE).decode(bytes("\"total\":\"1\"," + custom)));

        assertThat(map).hasSize(100_000).containsEntry("k99999", "99999");
    }

    @Test
    void aHundredThousandLinesAndFiveHundredUnknownFieldsAreSkipped() {
        String lines = "{\"n\":\"a\",\"p\":\"1.00\",\"x\":[1,{}]},".repeat(99_999) + "{}";
        String unknown = IntStream.range(0, 500)
                .mapToObj(i -> "\"u" + i + "\":{\"total\":[" + i + "]},")
                .collect(Collectors.joining());

        assertGood(decoder(4 * MEGABYTE).decode(bytes(unknown + "\"lines\":[" + lines + "],\"total\":\"1\"")));
    }

    @Test
    void nestingIsReadToTheHundredthLevelAndRejectedBeyond() {
        // The message itself is the first level.
        assertGood(decoder(MEGABYTE).decode(bytes("\"total\":\"1\",\"lines\":" + nested(99))));
        for (int levels : new int[] {100, 5_000}) {
            assertThat(decoder(MEGABYTE).decode(bytes("\"total\":\"1\",\"lines\":" + nested(levels))))
                    .as("%d levels", levels)
                    .isInstanceOfSatisfying(
                            Decoded.Rejected.class,
                            rejected -> assertThat(rejected.problem().reason()).isEqualTo(Reason.NOT_JSON));
        }
    }

    private static String nested(int levels) {
        return "[".repeat(levels) + "]".repeat(levels);
    }

    private DocumentDecoder decoder(int maxBytes) {
        return new DocumentDecoder(Models.SMALL, layout, maxBytes);
    }

    private static byte[] bytes(String content) {
        return ("{\"register\":\"R1\",\"drive\":\"d\",\"number\":7,\"shift\":3,\"at\":\"2026-10-12T09:41:07Z\","
                        + "\"written\":1700000000000,\"kind\":\"SALE\"," + content + "}")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static void assertGood(Decoded decoded) {
        assertThat(decoded)
                .isInstanceOfSatisfying(
                        Document.class, document -> assertThat(document.state()).isEqualTo(Document.State.GOOD));
    }

    private Map<String, String> custom(Decoded decoded) {
        assertGood(decoded);
        Map<String, String> map =
                ((Document) decoded).values().map(layout.slot("custom").index());
        assertThat(map).isNotNull();
        return map;
    }
}
