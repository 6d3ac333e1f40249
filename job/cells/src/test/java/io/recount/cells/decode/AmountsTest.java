package io.recount.cells.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.cells.Aggregate;
import io.recount.cells.Decoded;
import io.recount.cells.Document;
import io.recount.cells.Layout;
import io.recount.cells.Measures;
import io.recount.cells.Models;
import io.recount.cells.PublishedMeasures;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** From the text of amounts to the sum of a cell: exact to the last minor unit. */
class AmountsTest {

    private static final int NET = 2;
    private static final int LEAST = 3;

    private final Layout layout = new Layout(Models.SMALL);
    private final DocumentDecoder decoder = new DocumentDecoder(Models.SMALL, layout, 1 << 20);
    private final Measures measures = Measures.of(Models.SMALL, layout);

    @ParameterizedTest(name = "as {0}")
    @ValueSource(strings = {"%s", "\"%s\""})
    void sumsAreExactWhateverTheSizesAndForms(String form) {
        List<String> amounts = new ArrayList<>(Collections.nCopies(1_000, "0.1"));
        amounts.addAll(List.of("9007199254740993.01", "1E+2", "5.00"));

        Aggregate cell = cellOf(amounts.stream().map(form::formatted).toList());

        assertThat(cell.documents()).isEqualTo(1_003);
        assertThat(cell.errors()).isZero();
        assertThat(net(cell)).isEqualTo(900_719_925_474_119_801L); // 9007199254741198.01
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"5", "5.0", "5.000000", "\"5\"", "\"5.00\"", "0.5e1", "50E-1"})
    void equalAmountsInOtherFormsAreEqual(String amount) {
        assertThat(net(cellOf(List.of(amount)))).isEqualTo(500);
    }

    @Test
    void whatIsNoAmountIsAnErrorAndNoReceiptOfZero() {
        Aggregate cell = cellOf(List.of("\"\"", "\"  \"", "null", "true", "[5]", "{}", "\"12.50\""));
        add(cell, message(100, "\"other\":1"));

        assertThat(cell.documents()).isEqualTo(1);
        assertThat(cell.errors()).isEqualTo(7);
        assertThat(net(cell)).isEqualTo(1_250);
        assertThat(PublishedMeasures.of(cell).valueOf(LEAST)).isEqualTo(1_250);
    }

    /** Once a document, half to even: sums are of what was rounded. */
    @ParameterizedTest(name = "{0} times {1} is {2}")
    @CsvSource({
        "1, 153.41526, 15342",
        "3, 0.005, 0",
        "3, 0.015, 6",
        "3, 0.025, 6",
        "3, 0.0050000000000000000000000000000001, 3",
        "1, -0.005, 0",
        "1, -0.015, -2",
        "1, 0.00499999999999999999999999999999999, 0"
    })
    void digitsBeyondTheScaleAreRoundedHalfToEvenInEachDocument(int times, String amount, long sum) {
        assertThat(net(cellOf(Collections.nCopies(times, amount)))).isEqualTo(sum);
    }

    /** Every one of them fits 64 bits, their sum does not: it must not come back from the other end. */
    @Test
    void aSumBeyond64BitsIsHeldAtTheBoundAndMarkedNeverNegative() {
        Aggregate cell = cellOf(Collections.nCopies(2_470, "92233720368547758.07"));
        PublishedMeasures published = PublishedMeasures.of(cell);

        assertThat(published.tainted()).isTrue();
        assertThat(published.valueOf(NET)).isEqualTo(Long.MAX_VALUE);
        assertThat(published.valueOf(LEAST)).isEqualTo(Long.MAX_VALUE);
    }

    private Aggregate cellOf(List<String> totals) {
        Aggregate cell = new Aggregate();
        for (int i = 0; i < totals.size(); i++) {
            add(cell, message(i, "\"total\":" + totals.get(i)));
        }
        return cell;
    }

    private void add(Aggregate cell, String message) {
        Decoded decoded = decoder.decode(message.getBytes(StandardCharsets.UTF_8));
        assertThat(decoded).isInstanceOf(Document.class);
        measures.add(cell, (Document) decoded, false);
    }

    private static String message(int number, String content) {
        return "{\"register\":\"R1\",\"drive\":\"d\",\"number\":" + number + ",\"shift\":3,"
                + "\"at\":\"2026-10-12T09:41:07Z\",\"written\":1700000000000,\"kind\":\"SALE\"," + content + "}";
    }

    private static long net(Aggregate cell) {
        return PublishedMeasures.of(cell).valueOf(NET);
    }
}
