package io.recount.harness.expectation;

import static io.recount.harness.expectation.Messages.micros;
import static io.recount.harness.expectation.Messages.receipt;
import static io.recount.harness.expectation.Messages.sale;
import static io.recount.harness.expectation.Messages.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.harness.ModelUnderTest;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExpectationTest {

    private static final String NINE = "2026-10-12T09:00:00Z";
    private static final String TEN = "2026-10-12T10:00:00Z";
    private static final Instant NINE_OCLOCK = Instant.parse(NINE);
    private static final Instant TEN_OCLOCK = Instant.parse(TEN);

    private final Expectation expectation = new Expectation(ModelUnderTest.receipts(), List.of());

    @Test
    void aMoveLeavesItsOldCellEmpty() {
        expectation.add(receipt(1, 1, NINE, TEN, sale("5.00")));
        expectation.add(receipt(1, 2, TEN, "2026-10-12T11:00:00Z", sale("5.00")));
        assertThat(expectation.cells()).extracting(Row::key).containsExactly(new CellKey("R", 2, TEN_OCLOCK));
        assertThat(expectation.shifts()).extracting(Row::key).containsExactly(new ShiftKey("R", 2));
    }

    @Test
    void anOlderVersionThatComesLaterIsSuperseded() {
        expectation.add(receipt(1, 2, TEN, "2026-10-12T11:00:00Z", sale("5.00")));
        expectation.add(receipt(1, 1, NINE, TEN, sale("7.00")));
        assertThat(expectation.cells()).extracting(Row::key).containsExactly(new CellKey("R", 2, TEN_OCLOCK));
        assertThat(expectation.outcomes().versions()).isEqualTo(2);
        assertThat(expectation.outcomes().duplicates()).isZero();
    }

    @Test
    void aTieIsDecidedByTheUnsignedHashOfTheBytes() {
        // Many pairs, so that hashes of both signs meet.
        for (int number = 1; number <= 64; number++) {
            byte[] one = receipt(number, number, NINE, TEN, sale("1.00"));
            byte[] two = receipt(number, number, NINE, TEN, sale("2.00"));
            expectation.add(number % 2 == 0 ? one : two);
            expectation.add(number % 2 == 0 ? two : one);
            int order = Long.compareUnsigned(MessageReading.hash(one), MessageReading.hash(two));
            int shift = number;
            Row<ShiftKey> row = expectation
                    .shifts()
                    .filter(found -> found.key().shift() == shift)
                    .findFirst()
                    .orElseThrow();
            assertThat(row.values().get(121)).as("number " + number).hasValue(order > 0 ? 100 : 200);
        }
    }

    @Test
    void theHashIsXxHash64WithSeedZero() {
        assertThat(MessageReading.hash(utf8(""))).isEqualTo(0xEF46DB3751D8E999L);
        assertThat(MessageReading.hash(utf8("a"))).isEqualTo(0xD24EC4F1A98C6E5BL);
        assertThat(MessageReading.hash(utf8("abc"))).isEqualTo(0x44BC2CF5AD770999L);
    }

    @Test
    void aBadVersionCountsOnceAsAnErrorOfItsPlace() {
        expectation.add(receipt(1, 1, NINE, NINE, sale("1,00")));
        expectation.add(receipt(1, 1, NINE, NINE, sale("1,00")));
        assertThat(expectation.cells())
                .containsExactly(new Row<>(new CellKey("R", 1, NINE_OCLOCK), 0, 1, MeasureValues.none()));
        assertThat(expectation.outcomes().badMessages()).isEqualTo(2);
        assertThat(expectation.outcomes().badVersions()).isEqualTo(1);
    }

    @Test
    void aGoodSuccessorTakesTheErrorAway() {
        expectation.add(receipt(1, 1, NINE, NINE, sale("1,00")));
        expectation.add(receipt(1, 1, NINE, TEN, sale("1.00")));
        Row<CellKey> cell = expectation.cells().findFirst().orElseThrow();
        assertThat(cell.errors()).isZero();
        assertThat(cell.documents()).isEqualTo(1);
        assertThat(cell.values().get(121)).hasValue(100);
    }

    @Test
    void aBadSuccessorTakesTheAmountsAwayAndErrsAtItsOwnPlace() {
        expectation.add(receipt(1, 1, NINE, NINE, sale("1.00")));
        expectation.add(receipt(1, 2, TEN, TEN, sale("+1.00")));
        assertThat(expectation.cells())
                .containsExactly(new Row<>(new CellKey("R", 2, TEN_OCLOCK), 0, 1, MeasureValues.none()));
    }

    @Test
    void aDeleteThatComesFirstRemovesWhatFollows() {
        expectation.add(receipt(1, 1, NINE, TEN, "\"deleted\":true"));
        expectation.add(receipt(1, 1, NINE, NINE, sale("1.00")));
        assertThat(expectation.cells()).isEmpty();
        assertThat(expectation.outcomes().deleted()).isEqualTo(1);
        assertThat(expectation.outcomes().documents()).isZero();
    }

    @Test
    void aDeletesContentIsNotLookedAt() {
        expectation.add(receipt(1, 1, NINE, TEN, "\"deleted\":true,\"total\":\"1,00\""));
        assertThat(expectation.cells()).isEmpty();
        assertThat(expectation.outcomes().badMessages()).isZero();
    }

    @Test
    void aVersionNewerThanTheDeleteBringsTheDocumentBack() {
        expectation.add(receipt(1, 1, NINE, NINE, "\"deleted\":true"));
        expectation.add(receipt(1, 1, NINE, TEN, sale("1.00")));
        assertThat(expectation.cells().findFirst().orElseThrow().documents()).isEqualTo(1);
    }

    @Test
    void numbersOfAnotherDriveAreOtherDocuments() {
        byte[] receipt = receipt(1, 1, NINE, NINE, sale("1.00"));
        expectation.add(receipt);
        expectation.add(
                utf8(new String(receipt, StandardCharsets.UTF_8).replace("\"drive\":\"D\"", "\"drive\":\"E\"")));
        assertThat(expectation.cells().findFirst().orElseThrow().values().get(121))
                .hasValue(200);
    }

    @Test
    void firstAndLastOfOneMomentAreTheSmallestAndTheLargestValue() {
        for (long number : new long[] {12, 11, 14, 13}) {
            expectation.add(receipt(number, 1, NINE, NINE, sale("1.00")));
        }
        expectation.add(receipt(5, 1, TEN, NINE, sale("1.00")));
        Row<ShiftKey> shift = expectation.shifts().findFirst().orElseThrow();
        assertThat(shift.values().get(4)).hasValue(11);
        assertThat(shift.values().get(5)).hasValue(micros(NINE));
        assertThat(shift.values().get(6)).hasValue(5);
        assertThat(shift.values().get(7)).hasValue(micros(TEN));
        Row<CellKey> nine = expectation.cells().findFirst().orElseThrow();
        assertThat(nine.values().get(4)).hasValue(11);
        assertThat(nine.values().get(6)).hasValue(14);
    }

    @Test
    void aSumOfZeroIsAbsentAndAMinimumOfZeroIsNot() {
        expectation.add(receipt(1, 1, NINE, NINE, sale("0.00")));
        Row<CellKey> cell = expectation.cells().findFirst().orElseThrow();
        assertThat(cell.values().get(2)).isEmpty();
        assertThat(cell.values().get(121)).isEmpty();
        assertThat(cell.values().get(101)).hasValue(1);
        assertThat(cell.values().get(11)).hasValue(0);
    }

    @Test
    void refundsLowerTheNetTotalAndMayTurnItNegative() {
        expectation.add(receipt(1, 1, NINE, NINE, sale("1.00")));
        expectation.add(receipt(2, 1, NINE, NINE, "\"type\":\"SALE_REFUND\",\"total\":\"3.00\""));
        expectation.add(receipt(3, 1, NINE, NINE, "\"type\":\"BUY\",\"total\":\"50.00\""));
        assertThat(expectation.cells().findFirst().orElseThrow().values().get(2))
                .hasValue(-200);
    }

    @Test
    void aSumMayLeaveSixtyFourBitsOnTheWayButNotAtTheEnd() {
        String half = "50000000000000000.00";
        expectation.add(receipt(1, 1, NINE, NINE, sale(half)));
        expectation.add(receipt(2, 1, NINE, NINE, sale(half)));
        assertThatThrownBy(() -> expectation.cells().toList())
                .isInstanceOf(ArithmeticException.class)
                .hasMessageContaining("does not fit 64 bits");
        expectation.add(receipt(1, 1, NINE, TEN, sale("-" + half)));
        assertThat(expectation.cells().findFirst().orElseThrow().values().get(121))
                .isEmpty();
    }

    @Test
    void bucketsAreInUtcWhateverTheOffset() {
        expectation.add(receipt(1, 1, "2026-10-12T00:15:00+05:30", NINE, sale("1.00")));
        assertThat(expectation.cells())
                .extracting(Row::key)
                .containsExactly(new CellKey("R", 1, Instant.parse("2026-10-11T18:00:00Z")));
    }
}
