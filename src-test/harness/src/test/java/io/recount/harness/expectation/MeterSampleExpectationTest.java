package io.recount.harness.expectation;

import static io.recount.harness.expectation.Messages.micros;
import static io.recount.harness.expectation.Messages.values;
import static org.assertj.core.api.Assertions.assertThat;

import io.recount.harness.ModelUnderTest;
import io.recount.harness.feed.Delivery;
import io.recount.harness.feed.RegisterAssignment;
import io.recount.harness.feed.Sample;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The shipped sample of readings against values computed by hand. */
class MeterSampleExpectationTest {

    private static final Instant QUARTER_TO_SEVEN = Instant.parse("2026-10-12T06:45:00Z");

    private static final String CELL_17 =
            "1=2 2=398 3=95 4=303 5=879 6=199 7=-9 8=1 9=1 10=18204498 11=%1$d 12=18204498 13=%1$d 14=2140 15=610 16=214 17=214 18=%2$d 20=199 21=%1$d 41=229900 42=231040 43=230500 51=230020 52=231100 53=230610 61=2 62=2 63=2 112=95 121=398 212=76 221=955 311=1 323=1 411=95 423=398"
                    .formatted(micros("2026-10-12T06:45:00Z"), 1_791_874_000_000_000L);

    private final DeclaredModel model = ModelUnderTest.meters();
    private final List<Delivery> deliveries = new ArrayList<>();
    private final Expectation expectation = new Expectation(
            model,
            List.of(
                    new RegisterAssignment("M-0000017", "Substation 1", "Europe/Berlin"),
                    new RegisterAssignment("M-0000900", "Substation 1", "Europe/Berlin")));

    @BeforeEach
    void read() throws IOException {
        try (Sample sample =
                new Sample(ModelUnderTest.root().resolve("job/models/meters.sample.jsonl"), model.keyPath())) {
            sample.forEachRemaining(deliveries::add);
        }
        deliveries.forEach(delivery -> expectation.add(delivery.value()));
    }

    @Test
    void theKeyStandsWithinAnObject() {
        assertThat(deliveries).hasSize(11).extracting(Delivery::key).contains("M-0000017", "M-0000411", null);
    }

    @Test
    void messagesHaveOutcomes() {
        assertThat(expectation.outcomes())
                .isEqualTo(new Outcomes(11, 1, 1, Map.of("heartbeat", 1L), 8, 1, 1, 1, 1, 1, 5, 0, 1));
    }

    @Test
    void aReadingAtTheTurnOfAQuarterBelongsToTheNewOne() {
        assertThat(expectation.cells().map(Row::key))
                .containsExactly(
                        new CellKey("M-0000017", 0, QUARTER_TO_SEVEN),
                        new CellKey("M-0000411", 0, Instant.parse("2026-09-10T19:30:00Z")),
                        new CellKey("M-0000411", 0, Instant.parse("2026-09-10T19:45:00Z")),
                        new CellKey("M-0000900", 0, QUARTER_TO_SEVEN));
    }

    @Test
    void theCorrectedReadingAndTheOneIntoTheGridMakeTheCell() {
        assertThat(expectation.cells().findFirst())
                .contains(new Row<>(new CellKey("M-0000017", 0, QUARTER_TO_SEVEN), 2, 0, values(CELL_17)));
    }

    @Test
    void equalIdsOfTwoMetersAreTwoReadings() {
        Map<String, Long> readings = expectation
                .cells()
                .collect(Collectors.groupingBy(cell -> cell.key().register(), Collectors.summingLong(Row::documents)));
        assertThat(readings).isEqualTo(Map.of("M-0000017", 2L, "M-0000411", 2L, "M-0000900", 1L));
    }

    @Test
    void aSubstationsHourIsTheFoldOfItsMeters() {
        List<Row<StoreHourKey>> hours = expectation.storeHours().toList();
        assertThat(hours)
                .extracting(Row::key)
                .containsExactly(new StoreHourKey("Substation 1", Instant.parse("2026-10-12T06:00:00Z")));
        assertThat(hours.get(0).documents()).isEqualTo(3);
        assertThat(hours.get(0).values().get(2)).hasValue(398 + 7);
    }

    @Test
    void tagsAreFields() {
        assertThat(expectation
                        .fieldCells()
                        .map(Row::key)
                        .map(key -> key.register() + " " + key.field() + "=" + key.value()))
                .containsExactly(
                        "M-0000017 array=süd \"2\"",
                        "M-0000017 feeder=F-12",
                        "M-0000017 group=household",
                        "M-0000411 feeder=F-31",
                        "M-0000411 group=street lighting",
                        "M-0000411 feeder=F-31",
                        "M-0000411 group=street lighting");
    }
}
