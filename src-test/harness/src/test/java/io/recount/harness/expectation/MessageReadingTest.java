package io.recount.harness.expectation;

import static io.recount.harness.expectation.Messages.micros;
import static io.recount.harness.expectation.Messages.receipt;
import static io.recount.harness.expectation.Messages.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.recount.harness.ModelUnderTest;
import io.recount.harness.expectation.Message.Bad;
import io.recount.harness.expectation.Message.Deleted;
import io.recount.harness.expectation.Message.Good;
import io.recount.harness.expectation.Message.Ignored;
import io.recount.harness.expectation.Message.Rejected;
import io.recount.harness.expectation.Message.Version;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageReadingTest {

    private static final String TIME = "2026-10-12T09:00:00Z";
    private static final String PLACE =
            "\"register\":\"R\",\"drive\":\"D\",\"number\":1,\"shift\":1,\"printedAt\":\"2026-10-12T09:00:00Z\",\"writtenAt\":\"2026-10-12T09:00:00Z\"";
    private static final String SALE = "\"type\":\"SALE\",\"total\":\"1.00\"";

    private final MessageReading reading = new MessageReading(ModelUnderTest.receipts());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "not json at all",
                "null",
                "12",
                "\"text\"",
                "[]",
                "{",
                "{}",
                "{\"kind\":\"receipt\"}",
            })
    void whatIsNoDocumentIsRejected(String message) {
        assertThat(reading.read(utf8(message))).isInstanceOf(Rejected.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"register\":\"R\"",
                "\"drive\":\"D\"",
                "\"number\":1",
                "\"shift\":1",
                "\"printedAt\":\"2026-10-12T09:00:00Z\"",
                "\"writtenAt\":\"2026-10-12T09:00:00Z\""
            })
    void withoutPlaceIdOrVersionAMessageIsRejected(String member) {
        String name = member.substring(0, member.indexOf(':'));
        String message = "{" + PLACE + "," + SALE + "}";
        assertThat(reading.read(utf8(message))).isInstanceOf(Version.class);
        for (String wrong : new String[] {"null", "true", "[]", "-1", "\"\"", "\" \"", "\"yesterday\"", "1.5"}) {
            boolean isText = name.equals("\"register\"") || name.equals("\"drive\"");
            if (!isText || !wrong.equals("\"yesterday\"")) {
                assertThat(reading.read(utf8(message.replace(member, name + ":" + wrong))))
                        .as(name + ":" + wrong)
                        .isInstanceOf(Rejected.class);
            }
        }
        assertThat(reading.read(utf8(message.replace(member, "\"other\":1")))).isInstanceOf(Rejected.class);
    }

    @Test
    void aTextThatIsNoUtf8IsRejected() {
        byte[] message = utf8("{" + PLACE + "," + SALE + ",\"cashier\":\"xx\"}");
        message[message.length - 4] = (byte) 0xC3;
        message[message.length - 3] = 0x28;
        assertThat(reading.read(message)).isInstanceOf(Rejected.class);
    }

    @Test
    void whatFollowsTheObjectIsNotForgiven() {
        assertThat(reading.read(utf8("{" + PLACE + "," + SALE + "} {}"))).isInstanceOf(Rejected.class);
    }

    @Test
    void aStatusUpdateIsIgnoredByRule() {
        assertThat(reading.read(utf8("{\"kind\":\"status\",\"register\":\"R\",\"printedAt\":null}")))
                .isEqualTo(new Ignored("status_update"));
    }

    @Test
    void aStatusWithADateIsNotIgnored() {
        assertThat(reading.read(utf8("{\"kind\":\"status\",\"printedAt\":\"2026-10-12T09:00:00Z\"}")))
                .isInstanceOf(Rejected.class);
        Message message = reading.read(utf8("{\"kind\":\"status\"," + PLACE + "," + SALE + "}"));
        assertThat(((Version) message).content()).isInstanceOf(Good.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"type\":\"SALE\"",
                "\"total\":\"1.00\"",
                "\"type\":null,\"total\":\"1.00\"",
                "\"type\":\"SALE\",\"total\":null",
                "\"type\":\"sale\",\"total\":\"1.00\"",
                "\"type\":1,\"total\":\"1.00\"",
                "\"type\":\"SALE\",\"total\":\"1,00\"",
                "\"type\":\"SALE\",\"total\":\"\"",
                "\"type\":\"SALE\",\"total\":\"  \"",
                "\"type\":\"SALE\",\"total\":true",
                "\"type\":\"SALE\",\"total\":[5]",
                SALE + ",\"payments\":{\"cheque\":\"1.00\"}",
                SALE + ",\"payments\":[]",
                SALE + ",\"payments\":{\"cash\":\"x\"}",
                SALE + ",\"vat\":{\"18\":\"1.00\"}",
                SALE + ",\"items\":-1",
                SALE + ",\"items\":1.5",
                SALE + ",\"items\":{}",
                SALE + ",\"items\":9223372036854775808",
                SALE + ",\"custom\":{\"a\":1}",
                SALE + ",\"custom\":\"a\"",
                SALE + ",\"cashier\":7",
                SALE + ",\"deleted\":\"true\"",
                SALE + ",\"kind\":1",
                SALE + ",\"channel\":\"moon\""
            })
    void aContentThatCannotBeReadIsABadVersion(String content) {
        assertThat(content(content)).isInstanceOf(Bad.class);
    }

    @Test
    void textsAreMeasuredInBytes() {
        assertThat(content(SALE + ",\"cashier\":\"" + "Й".repeat(64) + "\"")).isInstanceOf(Good.class);
        assertThat(content(SALE + ",\"cashier\":\"" + "Й".repeat(64) + "x\"")).isInstanceOf(Bad.class);
        assertThat(content(SALE + ",\"kind2\":\"" + "Й".repeat(1_000) + "\"")).isInstanceOf(Good.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                SALE,
                SALE + ",\"tips\":null,\"payments\":null,\"custom\":null,\"unknown\":[{}]",
                SALE + ",\"payments\":{},\"vat\":{\"20\":null}",
                SALE + ",\"items\":\"12\"",
                "\"type\":\"SALE\",\"total\":12",
                "\"type\":\"SALE\",\"total\":1.5E1",
                SALE + ",\"deleted\":false"
            })
    void aContentThatCanBeReadIsGood(String content) {
        assertThat(content(content)).isInstanceOf(Good.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                SALE + ",\"total\":\"1.00\"",
                SALE + ",\"total\":null",
                SALE + ",\"tips\":null,\"tips\":\"1.00\"",
                SALE + ",\"payments\":{\"cash\":\"1.00\",\"cash\":\"1.00\"}",
                SALE + ",\"payments\":{\"cash\":\"1.00\"},\"payments\":{\"card\":\"1.00\"}",
                SALE + ",\"custom\":{\"a\":\"x\",\"a\":null}",
                SALE + ",\"custom\":{},\"custom\":{}",
                SALE + ",\"kind\":\"receipt\"",
                SALE + ",\"deleted\":true,\"deleted\":true",
            })
    void aKeyThatStandsThereTwiceMakesItsFieldUnreadable(String content) {
        assertThat(content(content)).isInstanceOf(Bad.class);
        assertThat(reading.read(utf8("{" + PLACE + ",\"shift\":1," + SALE + "}")))
                .isInstanceOf(Rejected.class);
    }

    @Test
    void aKeyThatNobodyDeclaredMayStandThereTwice() {
        assertThat(content(SALE + ",\"unknown\":1,\"unknown\":{\"total\":1,\"total\":2}"))
                .isInstanceOf(Good.class);
    }

    @ParameterizedTest
    @CsvSource({"ED A0 80", "C0 AF", "F5 80 80 80", "FF", "80"})
    void bytesThatAreNoCharacterAreNoMessage(String hex) {
        byte[] broken = HexFormat.ofDelimiter(" ").parseHex(hex);
        byte[] message = utf8("{" + PLACE + "," + SALE + ",\"unknown\":\"1234\"}");
        assertThat(reading.read(message)).isInstanceOf(Version.class);
        System.arraycopy(broken, 0, message, message.length - 6, broken.length);
        assertThat(reading.read(message)).isInstanceOf(Rejected.class);
    }

    @Test
    void aByteOrderMarkIsSkippedAndOtherEncodingsAreRejected() {
        String message = "{" + PLACE + "," + SALE + "}";
        assertThat(reading.read(utf8("\uFEFF" + message))).isInstanceOf(Version.class);
        assertThat(reading.read(message.getBytes(StandardCharsets.UTF_16))).isInstanceOf(Rejected.class);
    }

    @Test
    void aHundredLevelsAreReadAndNoMore() {
        String deep = "[".repeat(99) + "]".repeat(99);
        assertThat(content(SALE + ",\"unknown\":" + deep)).isInstanceOf(Good.class);
        assertThat(reading.read(utf8("{" + PLACE + "," + SALE + ",\"unknown\":[" + deep + "]}")))
                .isInstanceOf(Rejected.class);
    }

    @ParameterizedTest
    @CsvSource({
        "1970-01-01T00:00:00Z, true",
        "1969-12-31T23:59:59Z, false",
        "2106-02-07T05:59:59Z, true",
        "2106-02-07T06:00:00Z, false",
        "+12106-01-01T00:00:00Z, false"
    })
    void aTimeThatNoTableHoldsIsNoPlace(String printedAt, boolean held) {
        assertThat(reading.read(receipt(1, 1, printedAt, TIME, SALE)))
                .isInstanceOf(held ? Version.class : Rejected.class);
    }

    @Test
    void aDigestStandsForAMerchantsTextThatIsTooLong() {
        assertThat(fields("{\"" + "k".repeat(256) + "\":\"" + "v".repeat(256) + "\"}"))
                .containsExactly("k".repeat(256) + "=" + "v".repeat(256));
        assertThat(fields("{\"" + "k".repeat(257) + "\":\"" + "Й".repeat(129) + "\"}"))
                .singleElement(STRING)
                .matches("xxh64:[0-9a-f]{16}/257=xxh64:[0-9a-f]{16}/258");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\ud800", "\\udc00\\ud800", "x\\ud83d"})
    void halfASurrogatePairIsNoText(String half) {
        assertThat(content(SALE + ",\"cashier\":\"" + half + "\"")).isInstanceOf(Bad.class);
        assertThat(content(SALE + ",\"custom\":{\"k\":\"" + half + "\"}")).isInstanceOf(Bad.class);
        assertThat(content(SALE + ",\"unknown\":\"" + half + "\"")).isInstanceOf(Good.class);
        assertThat(content(SALE + ",\"cashier\":\"\\ud83d\\ude00\"")).isInstanceOf(Good.class);
        assertThat(reading.read(utf8("{" + PLACE + "," + SALE + ",\"" + half + "\":1}")))
                .as("as a key")
                .isInstanceOf(Rejected.class);
    }

    private List<String> fields(String custom) {
        return ((Good) content(SALE + ",\"custom\":" + custom))
                .fields().stream()
                        .map(value -> value.field() + "=" + value.value())
                        .toList();
    }

    @Test
    void numbersNeverPassThroughBinaryFloatingPoint() {
        Message message = reading.read(receipt(1, 1, TIME, TIME, "\"type\":\"SALE\",\"total\":9007199254740993.01"));
        assertThat(message).isInstanceOf(Version.class);
        Expectation expectation = new Expectation(ModelUnderTest.receipts(), List.of());
        expectation.add(receipt(1, 1, TIME, TIME, "\"type\":\"SALE\",\"total\":9007199254740993.01"));
        assertThat(expectation.cells().findFirst().orElseThrow().values().get(121))
                .hasValue(900_719_925_474_099_301L);
    }

    @Test
    void aDeleteNeedsItsPlaceOnly() {
        assertThat(content("\"deleted\":true")).isInstanceOf(Deleted.class);
    }

    @Test
    void timesAreMicroseconds() {
        Message message = reading.read(receipt(1, 1, "2026-10-12T12:00:00.1234567+03:00", TIME, SALE));
        assertThat(((Version) message).place().time()).isEqualTo(micros("2026-10-12T09:00:00.123456Z"));
    }

    @Test
    void versionsMayBeOfAnyYear() {
        Message message = reading.read(receipt(1, 1, TIME, "9999-12-31T23:59:59.999999Z", SALE));
        assertThat(((Version) message).writtenAt()).isEqualTo(253_402_300_799_999_999L);
    }

    @Test
    void digitsOfOtherAlphabetsAreNone() {
        assertThat(content(SALE + ",\"cashier\":\"\\u1234\"")).isInstanceOf(Good.class);
        assertThat(reading.read(receipt(1, 1, TIME, TIME, SALE + ",\"cashier\":\"\\u12\u0661\u0662\"")))
                .isInstanceOf(Rejected.class);
    }

    private Message.Content content(String members) {
        return ((Version) reading.read(receipt(1, 1, TIME, TIME, members))).content();
    }
}
