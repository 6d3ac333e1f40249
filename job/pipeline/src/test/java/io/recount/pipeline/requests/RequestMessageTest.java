package io.recount.pipeline.requests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.recount.pipeline.requests.RequestMessage.Ask;
import io.recount.pipeline.requests.RequestMessage.Order;
import io.recount.pipeline.requests.RequestMessage.Verb;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestMessageTest {

    private static final Instant FROM = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant TO = Instant.parse("2026-02-01T00:00:00Z");
    private static final String VALID = """
            {"id": "a-1", "registers": ["R-1", "Ж 2"], "from": "2026-01-01T03:00:00+03:00",
             "to": "2026-02-01T00:00Z", "reason": "lost on the way", "rate": 5000}""";

    @Test
    void aRequestWrittenByHandIsRead() {
        assertThat(read(VALID)).isEqualTo(new Ask("a-1", List.of("R-1", "Ж 2"), FROM, TO, "lost on the way", 5_000));
        assertThat(read("{\"from\":\"2026-01-01T00:00:00Z\",\"to\":\"2026-02-01T00:00:00Z\",\"reason\":\"r\"}"))
                .as("what is left out")
                .isEqualTo(new Ask("absent", List.of(), FROM, TO, "r", 0));
        assertThat(read("{\"do\":\"pause\",\"id\":\"x\"}")).isEqualTo(new Order("x", Verb.PAUSE));
    }

    @Test
    void whatIsWrittenIsReadAgain() {
        for (Verb verb : Verb.values()) {
            assertRead(new Order("20260101-000000-abcd", verb));
        }
        assertRead(new Ask(
                "a:B.c_-9", List.of(), Instant.EPOCH, Instant.parse("2106-02-07T06:28:15Z"), "\"\\\n\u0000", 0));
        assertRead(
                new Ask("a", List.of("\"", "a\u2028b", "😀"), FROM, FROM.plusNanos(1), "r".repeat(1_000), 10_000_000));
        assertRead(new Ask("a", Collections.nCopies(10_000, "R"), FROM, TO, "r", 1));
        assertThat(new Ask("a", List.of(), FROM, TO, "r", 0).toJson())
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("{\"id\":\"a\",\"from\":\"2026-01-01T00:00:00Z\",\"to\":\"2026-02-01T00:00:00Z\","
                        + "\"reason\":\"r\"}");
    }

    private static void assertRead(RequestMessage message) {
        assertThat(RequestMessage.read(message.toJson(), "absent")).isEqualTo(message);
    }

    @ParameterizedTest(name = "{1} -> {2}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "registers"          | "regsters"     | 'regsters' is no key of a request. Did you mean 'registers'?
            "registers"          | "Registers"    | 'Registers' is no key of a request. Did you mean 'registers'?
            "rate": 5000         | "zzz": 1       | 'zzz' is no key of a request. Known: id, registers, from, to, reason, rate, do.
            "rate": 5000         | "from": 1      | 'from' is there twice, and it is not known which is meant. Write it once
            ["R-1", "Ж 2"]       | []             | registers: names none. Name some, or leave it out for all
            ["R-1", "Ж 2"]       | null           | registers: is no list. Write ["…", "…"]
            ["R-1", "Ж 2"]       | "R-1"          | registers: is no list.
            "Ж 2"                | " "            | registers[1]: is blank. Write a register's name
            "Ж 2"                | 2              | registers[1]: is no text. Write it in quotes
            "Ж 2"                | ["R"]          | registers[1]: is no text.
            "Ж 2"                | "\\ud83d"      | registers[1]: holds half a character. Write whole ones
            "a-1"                | "a 1"          | id: 'a 1' is none. Write 1 to 100 letters
            "a-1"                | ""             | id: '' is none.
            "2026-02-01T00:00Z"  | "2026-02-01"   | to: '2026-02-01' is no time with a zone. Write it so: 2026-01-01T00:00:00Z
            "2026-02-01T00:00Z"  | "2026-02-01T00:00:00" | to: '2026-02-01T00:00:00' is no time with a zone.
            "2026-02-01T00:00Z"  | 1769904000     | to: is no text.
            "2026-02-01T00:00Z"  | "2026-01-01T00:00:00Z" | to: 2026-01-01T00:00:00Z is not after from, 2026-01-01T00:00:00Z.
            "2026-02-01T00:00Z"  | "2106-02-07T06:28:16Z" | to: 2106-02-07T06:28:16Z is no time of a cell. Write one from 1970-01-01T00:00:00Z to 2106-02-07T06:28:15Z
            2026-01-01T03        | 1969-01-01T03  | from: 1969-01-01T00:00:00Z is no time of a cell.
            "lost on the way"    | " \\t"         | reason: is blank. Write why it is to be computed again
            5000                 | 0              | rate: '0' is none. Write documents a second, 1 to 10000000
            5000                 | -5             | rate: -5 is none.
            5000                 | 10000001       | rate: 10000001 is none.
            5000                 | 1e3            | rate: '1e3' is none.
            5000                 | "5000"         | rate: '5000' is none.
            5000                 | 99999999999999999999 | rate: '99999999999999999999' is none.
            "rate": 5000         | "do": "cancel" | registers: does not go with do. Write id and do
            "rate": 5000         | "do": "stop"   | do: 'stop' is nothing that can be done. Write cancel, pause or resume
            "reason": "lost on the way", | ``     | reason: is missing. Write id and do about an earlier request, or from, to and reason
            5000}                | 5000}}         | line 2, column 71: the message is no JSON
            5000}                | 5000} {}       | something stands behind the JSON object.
            5000}                | 5000           | the message is no JSON
            {"id"                | ["id"          | the message is no JSON object.
            """)
    void aWrongRequestIsRefusedByName(String right, String wrong, String message) {
        assertThat(VALID).contains(right);
        assertThat(refusal(VALID.replace(right, wrong))).contains(message);
    }

    @Test
    void nothingAndWhatIsNoTextAreRefused() {
        assertThat(refusal("")).startsWith("the message is no JSON object.");
        assertThat(refusal("null")).startsWith("the message is no JSON object.");
        assertThat(refusal("{\"do\":\"cancel\"}")).startsWith("id: is missing.");
        byte[] latin = VALID.getBytes(StandardCharsets.UTF_16);
        latin[latin.length / 2] = (byte) 0xFF;
        assertThatThrownBy(() -> RequestMessage.read(latin, "absent")).isInstanceOf(InvalidRequestException.class);
    }

    @Test
    void limitsAreSaid() {
        assertThat(refusal(VALID.replace("lost on the way", "r".repeat(1_001))))
                .isEqualTo("reason: has 1001 characters. Write up to 1000, such as the name of a ticket");
        assertThat(refusal(VALID.replace("\"R-1\"", "\"R\",".repeat(9_999) + "\"R\"")))
                .startsWith("registers: there are 10001 of them. Name up to 10000");
        assertThat(refusal(VALID + " ".repeat(1 << 20))).contains("bytes. Write up to 1048576");
        Ask long1 = new Ask("a", Collections.nCopies(10_000, "R".repeat(120)), FROM, TO, "r", 1);
        assertThatThrownBy(long1::toJson)
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("several requests with fewer registers each");
    }

    @Test
    void aRefusalShowsNoMoreThanAnExcerpt() {
        String key = "\u001b[2J\u202e\n" + "k".repeat(5_000);
        assertThat(refusal(VALID.replace("rate", "\\u001b[2J\\u202e\\n" + "k".repeat(5_000))))
                .hasSizeLessThan(500)
                .startsWith("'\\u001b[2J\\u202e\\u000akkk")
                .contains("kkk…' is no key")
                .doesNotContain(key.substring(0, 1), "\n");
        assertThat(refusal("{\"id\": " + "n".repeat(5_000))).hasSizeLessThan(500);
    }

    @Test
    void whateverTheBytesAreTheyAreReadOrRefusedInWords() {
        long seed = 20_261_130;
        System.out.println("seed " + seed);
        SplittableRandom random = new SplittableRandom(seed);
        byte[] valid = VALID.getBytes(StandardCharsets.UTF_8);
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] mutated = valid.clone();
            for (int change = random.nextInt(1, 4); change > 0; change--) {
                mutated[random.nextInt(mutated.length)] = (byte) random.nextInt(256);
            }
            try {
                RequestMessage.read(mutated, "absent");
            } catch (InvalidRequestException e) {
                refused++;
                assertThat(e.getMessage()).hasSizeLessThan(700).matches("\\P{Cntrl}+");
            }
        }
        assertThat(refused).isBetween(10_000, 19_999);
    }

    private static RequestMessage read(String json) {
        return RequestMessage.read(json.getBytes(StandardCharsets.UTF_8), "absent");
    }

    private static String refusal(String json) {
        InvalidRequestException refused = catchThrowableOfType(InvalidRequestException.class, () -> read(json));
        assertThat(refused).as("refusal").isNotNull();
        return String.valueOf(refused.getMessage());
    }
}
