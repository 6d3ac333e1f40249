package io.recount.cells.decode;

import static java.time.format.DateTimeFormatter.ISO_LOCAL_DATE_TIME;
import static org.assertj.core.api.Assertions.assertThat;

import io.recount.cells.Decoded;
import io.recount.cells.Document;
import io.recount.cells.Layout;
import io.recount.cells.Problem.Reason;
import io.recount.cells.model.Model;
import io.recount.cells.model.ModelFile;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimesTest {

    @ParameterizedTest(name = "{0} {1} is {2}")
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "offset, \"2026-10-12T09:41:07+03:00\", 2026-10-12T06:41:07Z",
                "offset, \"2026-10-12T06:41:07.123456789Z\", 2026-10-12T06:41:07.123456Z",
                "offset, \"1970-01-01T00:00:00Z\", 1970-01-01T00:00:00Z",
                "offset, \"2106-02-07T05:59:59Z\", 2106-02-07T05:59:59Z",
                "epoch_s, 1791787267, 2026-10-12T06:41:07Z",
                "epoch_ms, 1791787267120, 2026-10-12T06:41:07.120Z",
                "epoch_us, 1791787267120001, 2026-10-12T06:41:07.120001Z",
                "`local, Europe/London`, \"2024-03-31T00:59:59\", 2024-03-31T00:59:59Z",
                "`local, Europe/London`, \"2024-03-31T02:00:00\", 2024-03-31T01:00:00Z",
                "`local, Europe/London`, \"2024-10-27T01:30:00\", 2024-10-27T00:30:00Z",
                "`local, Europe/London`, \"2024-10-27T02:00:00\", 2024-10-27T02:00:00Z",
                "`local, Asia/Kolkata`, \"2026-10-12T12:11:07\", 2026-10-12T06:41:07Z"
            })
    void acceptedFormsNameOneInstant(String form, String json, Instant instant) {
        assertThat(decoded(form, json)).isInstanceOfSatisfying(Document.class, document -> {
            assertThat(document.timeMicros())
                    .isEqualTo(instant.getEpochSecond() * 1_000_000 + instant.getNano() / 1_000);
            assertThat(document.cell().bucketSeconds())
                    .isEqualTo(instant.getEpochSecond() - Math.floorMod(instant.getEpochSecond(), 3600));
        });
    }

    @ParameterizedTest(name = "{0} {1} is {2}")
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "offset, \"2026-10-12T09:41:07\", NOT_A_TIME",
                "offset, \"2026-10-12 09:41:07+03:00\", NOT_A_TIME",
                "offset, \"2016-12-31T23:59:60Z\", NOT_A_TIME",
                "offset, \"2026-13-01T00:00:00Z\", NOT_A_TIME",
                "offset, \"\", NOT_A_TIME",
                "offset, 1791787267, WRONG_TYPE",
                "offset, \"0000-01-01T00:00:00Z\", OUT_OF_RANGE",
                "offset, \"0001-01-01T00:00:00Z\", OUT_OF_RANGE",
                "offset, \"1899-12-31T00:00:00Z\", OUT_OF_RANGE",
                "offset, \"1969-12-31T23:59:59Z\", OUT_OF_RANGE",
                "offset, \"2106-02-07T06:00:00Z\", OUT_OF_RANGE",
                "offset, \"2106-02-07T06:28:16Z\", OUT_OF_RANGE",
                "offset, \"2300-01-01T00:00:00Z\", OUT_OF_RANGE",
                "offset, \"9999-12-31T23:59:59Z\", OUT_OF_RANGE",
                "epoch_s, 1791787267120, OUT_OF_RANGE",
                "epoch_s, 9223372036854775807, OUT_OF_RANGE",
                "epoch_s, \"1791787267\", WRONG_TYPE",
                "epoch_ms, 1791787267.5, WRONG_TYPE",
                "epoch_ms, -1, OUT_OF_RANGE",
                "`local, Europe/London`, \"2024-03-31T01:30:00\", NOT_A_TIME",
                "`local, Europe/London`, \"2024-03-31T02:30:00Z\", NOT_A_TIME"
            })
    void othersAreRejectedAndLandInNoHour(String form, String json, Reason reason) {
        assertThat(decoded(form, json))
                .isInstanceOfSatisfying(
                        Decoded.Rejected.class,
                        rejected -> assertThat(rejected.problem().reason()).isEqualTo(reason));
    }

    @Test
    void bucketsOfAQuarterStartAtItsQuarters() {
        assertThat(decode("offset", "15m", "\"2026-10-12T06:44:59.999999Z\""))
                .isInstanceOfSatisfying(
                        Document.class,
                        document -> assertThat(document.cell().bucketSeconds())
                                .isEqualTo(Instant.parse("2026-10-12T06:30:00Z").getEpochSecond()));
    }

    /** Half an hour apart by the clocks of London: what is accepted is in one hour each, what is not in none. */
    @ParameterizedTest(name = "{0}: {1} accepted in {2} hours")
    @CsvSource({"2024-03-31, 46, 23", "2024-10-27, 48, 24", "2024-06-15, 48, 24"})
    void hoursOfADaySumToTheDayAlsoWhenClocksChange(LocalDate day, int accepted, int hours) {
        Map<Long, Integer> byHour = new TreeMap<>();
        for (int half = 0; half < 48; half++) {
            String json = "\"" + day.atStartOfDay().plusMinutes(30L * half).format(ISO_LOCAL_DATE_TIME) + "\"";
            if (decoded("local, Europe/London", json) instanceof Document document) {
                byHour.merge(document.cell().bucketSeconds(), 1, Integer::sum);
            }
        }
        ZoneId london = ZoneId.of("Europe/London");

        assertThat(byHour.values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(accepted);
        assertThat(byHour).hasSize(hours);
        assertThat(byHour.keySet())
                .allSatisfy(hour -> assertThat(
                                Instant.ofEpochSecond(hour).atZone(london).toLocalDate())
                        .isEqualTo(day));
    }

    private static Decoded decoded(String form, String json) {
        return decode(form, "1h", json);
    }

    private static Decoded decode(String form, String bucket, String json) {
        Model model = ModelFile.parse("times.yaml", """
                recount: 1
                name: times
                fields:
                  meter: {type: text}
                  number: {type: uint}
                  at: {type: "instant(%s)"}
                document: {key: meter, id: {number: number, ids: random}, version: number, time: at, bucket: %s}
                measures:
                  - {name: readings, id: 1, count: true}
                """.formatted(form, bucket));
        String message = "{\"meter\":\"m\",\"number\":1,\"at\":" + json + "}";
        return new DocumentDecoder(model, new Layout(model), 1 << 20).decode(message.getBytes(StandardCharsets.UTF_8));
    }
}
