package io.recount.harness.expectation;

import static io.recount.harness.expectation.Messages.micros;
import static io.recount.harness.expectation.Messages.values;
import static org.assertj.core.api.Assertions.assertThat;

import io.recount.harness.ModelUnderTest;
import io.recount.harness.feed.Delivery;
import io.recount.harness.feed.RegisterAssignment;
import io.recount.harness.feed.Sample;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The eleven lines of the sample, worked out by hand. */
class SampleExpectationTest {

    private static final Instant SIX = Instant.parse("2026-10-12T06:00:00Z");
    private static final Instant EVENING = Instant.parse("2026-09-10T20:00:00Z");
    private static final Instant LATE_EVENING = Instant.parse("2026-09-10T21:00:00Z");
    private static final String PROMOTION = "Ночь \"скидок\" 50%";

    /** 48211 as corrected: all by card. 48212 refunds a part. */
    private static final String CELL_17 =
            ("1=2 2=112520 4=48211 5=%1$d 6=48212 7=%2$d 8=%1$d 9=%2$d 10=125040 11=125040"
                            + " 101=1 102=1 121=125040 122=12520 141=4960 161=3 162=1"
                            + " 1022=1 1041=1 2022=125040 2041=12520 3021=1 3022=1 3041=1 4021=18007 4022=1545 4041=2087")
                    .formatted(micros("2026-10-12T06:41:07Z"), micros("2026-10-12T06:43:55Z"));

    private static final String CELL_411_SALE =
            "1=1 2=9900 4=7 5=%1$d 6=7 7=%1$d 8=%1$d 9=%1$d 10=9900 11=9900 101=1 121=9900 161=1 1022=1 2022=9900 3026=1"
                    .formatted(micros("2026-09-10T20:58:30Z"));

    private static final String CELL_411_BUY =
            "1=1 4=8 5=%1$d 6=8 7=%1$d 8=%1$d 9=%1$d 103=1 123=500000 163=1 1061=1 2061=500000 3066=1"
                    .formatted(micros("2026-09-10T21:02:10Z"));

    private static final String CELL_900 =
            "1=1 2=1250 4=31 5=%1$d 6=31 7=%1$d 8=%1$d 9=%1$d 10=1250 11=1250 101=1 121=1250 161=1 1021=1 2021=1250 3021=1 4021=208"
                    .formatted(micros("2026-10-12T06:55:00Z"));

    private final DeclaredModel model = ModelUnderTest.receipts();
    private List<Delivery> deliveries = List.of();

    @BeforeEach
    void read() throws IOException, URISyntaxException {
        Path file = Path.of(Objects.requireNonNull(getClass().getResource("/receipts.sample.jsonl"))
                .toURI());
        List<Delivery> lines = new ArrayList<>();
        try (Sample sample = new Sample(file, model.keyPath())) {
            sample.forEachRemaining(lines::add);
        }
        deliveries = lines;
    }

    @Test
    void aLineIsADelivery() {
        assertThat(deliveries)
                .extracting(Delivery::key)
                .containsExactly(
                        "R-000017",
                        "R-000017",
                        "R-000017",
                        "R-000017",
                        "R-000017",
                        "R-000411",
                        "R-000411",
                        "R-000900",
                        "R-000900",
                        "R-000900",
                        null);
    }

    @Test
    void messagesHaveOutcomes() {
        assertThat(expectation(deliveries).outcomes())
                .isEqualTo(new Outcomes(11, 1, 1, Map.of("status_update", 1L), 8, 1, 1, 1, 1, 1, 5, 0, 1));
    }

    @Test
    void cellsHoldTheLatestGoodVersions() {
        assertThat(expectation(deliveries).cells())
                .containsExactly(
                        new Row<>(new CellKey("R-000017", 212, SIX), 2, 0, values(CELL_17)),
                        new Row<>(new CellKey("R-000411", 1, EVENING), 1, 0, values(CELL_411_SALE)),
                        new Row<>(new CellKey("R-000411", 1, LATE_EVENING), 1, 0, values(CELL_411_BUY)),
                        new Row<>(new CellKey("R-000900", 4, SIX), 1, 0, values(CELL_900)));
    }

    @Test
    void aShiftIsTheFoldOfItsCells() {
        List<Row<ShiftKey>> shifts = expectation(deliveries).shifts().toList();
        assertThat(shifts).hasSize(3);
        long first = micros("2026-09-10T20:58:30Z");
        long last = micros("2026-09-10T21:02:10Z");
        assertThat(shifts.get(1))
                .isEqualTo(new Row<>(
                        new ShiftKey("R-000411", 1),
                        2,
                        0,
                        values(
                                "1=2 2=9900 4=7 5=%1$d 6=8 7=%2$d 8=%1$d 9=%2$d 10=9900 11=9900 101=1 103=1 121=9900 123=500000 161=1 163=1 1022=1 1061=1 2022=9900 2061=500000 3026=1 3066=1"
                                        .formatted(first, last))));
    }

    @Test
    void aStoresHourIsTheFoldOfItsRegisters() {
        List<Row<StoreHourKey>> hours = expectation(deliveries).storeHours().toList();
        assertThat(hours).hasSize(1);
        Row<StoreHourKey> hour = hours.get(0);
        assertThat(hour.key()).isEqualTo(new StoreHourKey("S-1", SIX));
        assertThat(hour.documents()).isEqualTo(3);
        assertThat(hour.values().get(2)).hasValue(112520 + 1250);
        assertThat(hour.values().get(4)).hasValue(48211);
        assertThat(hour.values().get(5)).hasValue(micros("2026-10-12T06:41:07Z"));
        assertThat(hour.values().get(6)).hasValue(31);
        assertThat(hour.values().get(7)).hasValue(micros("2026-10-12T06:55:00Z"));
        assertThat(hour.values().get(11)).hasValue(1250);
    }

    @Test
    void aStoresDayIsInUtc() {
        List<Row<StoreDayKey>> days = new ArrayList<>();
        Expectation expectation = new Expectation(model, List.of(new RegisterAssignment("R-000411", "S-2", "UTC")));
        deliveries.forEach(delivery -> expectation.add(delivery.value()));
        expectation.storeDays().forEach(days::add);
        // One of the two was printed after midnight where the register stands.
        assertThat(days).hasSize(1);
        assertThat(days.get(0).key()).isEqualTo(new StoreDayKey("S-2", LocalDate.of(2026, 9, 10)));
        assertThat(days.get(0).documents()).isEqualTo(2);
    }

    @Test
    void fieldCellsHoldTheMeasuresOfTheDimension() {
        assertThat(expectation(deliveries).fieldCells())
                .containsExactly(
                        new Row<>(
                                new FieldCellKey("R-000017", 212, SIX, "delivery", "pickup"),
                                0,
                                0,
                                values("2=125040 101=1 121=125040")),
                        new Row<>(
                                new FieldCellKey("R-000411", 1, EVENING, "promo", PROMOTION),
                                0,
                                0,
                                values("2=9900 101=1 121=9900")));
    }

    @Test
    void theOrderOfMessagesMakesNoDifference() {
        List<Row<CellKey>> cells = expectation(deliveries).cells().toList();
        Outcomes outcomes = expectation(deliveries).outcomes();
        for (int seed = 1; seed <= 50; seed++) {
            List<Delivery> shuffled = new ArrayList<>(deliveries);
            Collections.shuffle(shuffled, new Random(seed));
            assertThat(expectation(shuffled).cells()).as("seed " + seed).containsExactlyElementsOf(cells);
            assertThat(expectation(shuffled).outcomes()).as("seed " + seed).isEqualTo(outcomes);
        }
    }

    private Expectation expectation(List<Delivery> messages) {
        Expectation expectation = new Expectation(
                model,
                List.of(
                        new RegisterAssignment("R-000017", "S-1", "Europe/Moscow"),
                        new RegisterAssignment("R-000900", "S-1", "Europe/Moscow")));
        messages.forEach(delivery -> expectation.add(delivery.value()));
        return expectation;
    }
}
