package io.recount.cells.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.cells.CellKey;
import io.recount.cells.Decoded;
import io.recount.cells.Document;
import io.recount.cells.DocumentId;
import io.recount.cells.Layout;
import io.recount.cells.Models;
import io.recount.cells.Problem.Reason;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DocumentDecoderTest {

    private static final String GOOD = """
            {"register":"R1","drive":"d","number":7,"shift":3,"at":"2026-10-12T01:41:07.5+03:00","written":1700000000000,\
            "kind":"SALE","total":"12.50","payments":{"cash":"2.50","card":10},"custom":{"table":"12"},\
            "extra":{"note":"hi","more":[1,{"a":2}]},"lines":[{"total":"9"}]}""";

    private final Layout layout = new Layout(Models.SMALL);
    private final DocumentDecoder decoder = new DocumentDecoder(Models.SMALL, layout, 1 << 20);

    @Test
    void readsIdPlaceVersionAndFields() {
        Document document = document(GOOD);

        assertThat(document.state()).isEqualTo(Document.State.GOOD);
        assertThat(document.key()).isEqualTo("R1");
        assertThat(document.id()).isEqualTo(new DocumentId("d", 7, ""));
        assertThat(document.stamp().version()).isEqualTo(1_700_000_000_000_000L);
        assertThat(document.cell()).isEqualTo(new CellKey(3, 1_791_756_000L)); // 2026-10-11T22:00:00Z
        assertThat(document.timeMicros()).isEqualTo(1_791_758_467_500_000L);
        assertThat(number(document, "total")).isEqualTo(1250);
        assertThat(number(document, "payments_cash")).isEqualTo(250);
        assertThat(number(document, "payments_card")).isEqualTo(1000);
        assertThat(document.values().text(layout.slot("note").index())).isEqualTo("hi");
        assertThat(document.values().map(layout.slot("custom").index())).isEqualTo(Map.of("table", "12"));
    }

    /** As it is once the document was read back from its table. */
    @Test
    void anEmptyMapIsNone() {
        Document document = document(GOOD.replace("{\"table\":\"12\"}", "{}"));

        assertThat(document.state()).isEqualTo(Document.State.GOOD);
        assertThat(document.values().map(layout.slot("custom").index())).isNull();
    }

    @ParameterizedTest(name = "{0} becomes {1}")
    @CsvSource({
        "'\"12.50\"', 1250",
        "12.5, 1250",
        "12, 1200",
        "'\"-0.01\"', -1",
        "1E+2, 10000",
        "'\"1e2\"', 10000",
        "'\"0.005\"', 0",
        "'\"0.015\"', 2",
        "'\"0.025\"', 2",
        "'\"9007199254740993.01\"', 900719925474099301",
        "'\"92233720368547758.07\"', 9223372036854775807"
    })
    void moneyIsReadFromItsDecimalText(String json, long minor) {
        Document document = document(GOOD.replace("\"total\":\"12.50\"", "\"total\":" + json));

        assertThat(document.state()).isEqualTo(Document.State.GOOD);
        assertThat(number(document, "total")).isEqualTo(minor);
    }

    @ParameterizedTest(name = "{0}: {1} {2}")
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "total | \"12.50\" | \"12,50\" | NOT_A_NUMBER",
                "total | \"12.50\" | \"\" | NOT_A_NUMBER",
                "total | \"12.50\" | \" 12.50\" | NOT_A_NUMBER",
                "total | \"12.50\" | \"+1\" | NOT_A_NUMBER",
                "total | \"12.50\" | \"NaN\" | NOT_A_NUMBER",
                "total | \"12.50\" | 1e2000000000 | NOT_A_NUMBER",
                "total | \"12.50\" | \"92233720368547758.08\" | OUT_OF_RANGE",
                "total | \"12.50\" | null | MISSING",
                "total | \"12.50\" | true | WRONG_TYPE",
                "total | \"12.50\" | [5] | WRONG_TYPE",
                "total | \"12.50\" | {\"a\":{\"b\":1}} | WRONG_TYPE",
                "total | \"12.50\" | 1,\"total\":2 | REPEATED",
                "kind | \"SALE\" | \"Sale\" | UNKNOWN_VALUE",
                "kind | \"SALE\" | 1 | WRONG_TYPE",
                "payments | \"cash\":\"2.50\" | \"bitcoin\":\"2.50\" | UNKNOWN_VALUE",
                "payments | {\"cash\":\"2.50\",\"card\":10} | 5 | WRONG_TYPE",
                "payments | \"payments\":{\"cash\" | \"payments\":{\"card\":1},\"payments\":{\"cash\" | REPEATED",
                "payments | \"payments\":{\"cash\" | \"payments\":null,\"payments\":{\"cash\" | REPEATED",
                "note | \"extra\":{ | \"extra\":{},\"extra\":{ | REPEATED",
                "note | {\"note\":\"hi\",\"more\":[1,{\"a\":2}]} | \"x\" | WRONG_TYPE",
                "custom | {\"table\":\"12\"} | {\"table\":12} | WRONG_TYPE",
                "custom | {\"table\":\"12\"} | {\"table\":\"1\",\"table\":\"2\"} | REPEATED",
                "custom | {\"table\":\"12\"} | {\"table\":\"\\ud800\"} | NOT_TEXT",
                "note | \"hi\" | \"\\udc00\\ud800\" | NOT_TEXT",
                "note | \"hi\" | \"ночь\" | TOO_LONG"
            },
            delimiter = '|')
    void wrongContentIsABadVersionInItsPlace(String field, String good, String wrong, Reason reason) {
        Document document = document(GOOD.replace(good, wrong));

        assertThat(document.state()).isEqualTo(Document.State.BAD);
        assertThat(document.problem()).isNotNull();
        assertThat(document.problem().reason()).isEqualTo(reason);
        assertThat(document.problem().sentence()).contains(field);
        assertThat(document.cell()).isEqualTo(new CellKey(3, 1_791_756_000L));
    }

    @ParameterizedTest(name = "{0} for {1}")
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "\"R1\" | \"\" | BLANK",
                "\"R1\" | \"  \" | BLANK",
                "\"R1\" | null | MISSING",
                "\"R1\" | \"R12345678\" | TOO_LONG",
                "\"number\":7 | \"number\":-7 | OUT_OF_RANGE",
                "\"number\":7 | \"number\":7.5 | NOT_A_NUMBER",
                "\"number\":7 | \"number\":7,\"number\":8 | REPEATED",
                "\"number\":7 | \"number\":18446744073709551617 | NOT_A_NUMBER",
                "\"2026-10-12T01:41:07.5+03:00\" | \"2026-10-12T01:41:07\" | NOT_A_TIME",
                "\"2026-10-12T01:41:07.5+03:00\" | \"2016-12-31T23:59:60Z\" | NOT_A_TIME",
                "\"2026-10-12T01:41:07.5+03:00\" | \"2026-02-29T00:00:00Z\" | NOT_A_TIME",
                "\"2026-10-12T01:41:07.5+03:00\" | \"1969-12-31T23:59:59Z\" | OUT_OF_RANGE",
                "\"2026-10-12T01:41:07.5+03:00\" | \"2106-02-07T06:28:16Z\" | OUT_OF_RANGE",
                "\"2026-10-12T01:41:07.5+03:00\" | \"9999-01-01T00:00:00Z\" | OUT_OF_RANGE",
                "1700000000000 | \"1700000000000\" | WRONG_TYPE",
                "} | | NOT_JSON",
                "{ | x{ | NOT_JSON",
                "[{ | [{}{ | NOT_JSON"
            },
            delimiter = '|')
    void withoutPlaceIdOrVersionAMessageIsRejected(String good, String wrong, Reason reason) {
        String message = GOOD.replace(good, wrong == null ? "" : wrong);

        assertThat(decoded(message))
                .isInstanceOfSatisfying(
                        Decoded.Rejected.class,
                        rejected -> assertThat(rejected.problem().reason()).isEqualTo(reason));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "not json at all | NOT_JSON",
                "[1] | NOT_AN_OBJECT",
                "{}{} | NOT_JSON",
                "{} | MISSING",
                "7 | NOT_AN_OBJECT"
            })
    void whatIsNoObjectIsRejected(String message, Reason reason) {
        assertThat(decoded(message))
                .isInstanceOfSatisfying(
                        Decoded.Rejected.class,
                        rejected -> assertThat(rejected.problem().reason()).isEqualTo(reason));
    }

    @Test
    void aMerchantsTextPastTheLimitIsHeldAsItsDigest() {
        Document document = document(
                GOOD.replace("\"12\"}", "\"" + "x".repeat(17) + "\",\"k".concat("y".repeat(16)) + "\":\"v\"}"));

        assertThat(document.state()).isEqualTo(Document.State.GOOD);
        assertThat(document.values().map(layout.slot("custom").index()))
                .hasSize(2)
                .hasEntrySatisfying("table", value -> assertThat(value).matches("xxh64:[0-9a-f]{16}/17"))
                .allSatisfy((key, value) -> assertThat(key).matches("table|xxh64:[0-9a-f]{16}/17"));
    }

    @Test
    void controlCharactersQuotesAndOtherAlphabetsAreKeptAsTheyAre() {
        Document document = document(GOOD.replace("\"table\":\"12\"", "\"\\u0000a\\n\":\"\\\"ж牛\\ud83d\\ude00\""));

        assertThat(document.values().map(layout.slot("custom").index())).isEqualTo(Map.of("\u0000a\n", "\"ж牛😀"));
    }

    @Test
    void aMessageBeyondTheLimitIsRejectedUnparsed() {
        DocumentDecoder strict = new DocumentDecoder(Models.SMALL, layout, GOOD.length() - 1);

        assertThat(strict.decode(GOOD.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOfSatisfying(
                        Decoded.Rejected.class,
                        rejected -> assertThat(rejected.problem().reason()).isEqualTo(Reason.TOO_LARGE));
    }

    @Test
    void theProblemHoldsNothingOfTheMessage() {
        Decoded decoded = decoded("{\"register\":\"R1\",\"secret\": 4711-0815}");

        assertThat(decoded.toString()).doesNotContain("4711").doesNotContain("secret");
    }

    @Test
    void brokenUtf8AndDeepNestingAreRejected() {
        byte[] broken = GOOD.getBytes(StandardCharsets.UTF_8);
        broken[GOOD.indexOf("R1")] = (byte) 0xC3;
        broken[GOOD.indexOf("R1") + 1] = 0x28;

        assertThat(decoder.decode(broken)).isInstanceOf(Decoded.Rejected.class);
        assertThat(decoded("[".repeat(5_000))).isInstanceOf(Decoded.Rejected.class);
        assertThat(decoded("{\"lines\":" + "[".repeat(5_000))).isInstanceOf(Decoded.Rejected.class);
        assertThat(decoder.decode(new byte[0])).isInstanceOf(Decoded.Rejected.class);
        assertThat(decoder.decode(new byte[] {0, 0, 1, 2, 3})).isInstanceOf(Decoded.Rejected.class);
    }

    @Test
    void onlyUtf8IsReadWhereverTheBytesStand() {
        byte[] inWhatIsSkipped =
                GOOD.replace("\"total\":\"9\"", "\"name\":\"..\"").getBytes(StandardCharsets.UTF_8);
        int at = new String(inWhatIsSkipped, StandardCharsets.ISO_8859_1).indexOf("..");
        inWhatIsSkipped[at] = (byte) 0xC0;
        inWhatIsSkipped[at + 1] = (byte) 0x80;

        assertThat(decoder.decode(inWhatIsSkipped)).isInstanceOf(Decoded.Rejected.class);
        assertThat(decoder.decode(GOOD.getBytes(StandardCharsets.UTF_16))).isInstanceOf(Decoded.Rejected.class);
        assertThat(decoder.decode(GOOD.getBytes(StandardCharsets.UTF_16LE))).isInstanceOf(Decoded.Rejected.class);
        assertThat(decoder.decode(GOOD.replace("\"hi\"", "\"жж\"").getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(Document.class);
        assertThat(decoder.decode(GOOD.replace("\"total\":\"9\"", "\"name\":\"" + "牛乳😀".repeat(3_000) + "\"")
                        .getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(Document.class);
    }

    @Test
    void aByteOrderMarkChangesTheHashOnly() {
        Document document = document("\uFEFF" + GOOD);

        assertThat(document.state()).isEqualTo(Document.State.GOOD);
        assertThat(document.cell()).isEqualTo(document(GOOD).cell());
    }

    @Test
    void aTombstoneIsIgnoredByItsOwnRule() {
        assertThat(decoder.decode(null)).isEqualTo(new Decoded.Ignored("tombstone"));
    }

    @Test
    void theRuleIgnoresOnlyWhatItDescribes() {
        String status = "{\"type\":\"status\",\"register\":\"R1\",\"number\":7}";

        assertThat(decoded(status)).isEqualTo(new Decoded.Ignored("status"));
        assertThat(decoded(status.replace("7}", "7,\"at\":\"soon\"}"))).isInstanceOf(Decoded.Rejected.class);
        assertThat(decoded(status.replace("\"status\"", "\"other\""))).isInstanceOf(Decoded.Rejected.class);
    }

    @Test
    void aDeletedVersionNeedsNoContent() {
        String deleted = GOOD.replace("\"kind\":\"SALE\",\"total\":\"12.50\"", "\"deleted\":true");

        assertThat(document(deleted).state()).isEqualTo(Document.State.DELETED);
        assertThat(document(deleted.replace("true", "false")).state()).isEqualTo(Document.State.BAD);
        assertThat(document(GOOD.replace("\"kind\"", "\"deleted\":true,\"deleted\":true,\"kind\""))
                        .state())
                .isEqualTo(Document.State.BAD);
    }

    @Test
    void theReasonDoesNotDependOnTheOrderOfFields() {
        String one = GOOD.replace("\"kind\":\"SALE\",\"total\":\"12.50\"", "\"kind\":\"X\",\"total\":\"y\"");
        String other = GOOD.replace("\"kind\":\"SALE\",\"total\":\"12.50\"", "\"total\":\"y\",\"kind\":\"X\"");

        assertThat(document(one).problem()).isEqualTo(document(other).problem());
    }

    private long number(Document document, String column) {
        int slot = layout.slots().stream()
                .filter(each -> each.name().equals(column))
                .findFirst()
                .orElseThrow()
                .index();
        assertThat(document.values().hasNumber(slot)).isTrue();
        return document.values().number(slot);
    }

    private Document document(String message) {
        Decoded decoded = decoded(message);
        assertThat(decoded).isInstanceOf(Document.class);
        return (Document) decoded;
    }

    private Decoded decoded(String message) {
        return decoder.decode(message.getBytes(StandardCharsets.UTF_8));
    }
}
