package io.recount.cells;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.cells.decode.MessageHash;
import io.recount.cells.model.Model;
import io.recount.cells.model.ModelFile;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class SketchesTest {

    private static final Model MODEL = ModelFile.parse("sketches.yaml", """
            recount: 1
            name: sketches
            enums:
              kind: {SALE: {id: 1}, REFUND: {id: 2}}
            fields:
              register: {type: text}
              number: {type: uint}
              at: {type: instant(offset)}
              kind: {type: enum(kind)}
              total: {type: money(2)}
              customer: {type: text}
            document: {key: register, id: {number: number, ids: random}, version: number, time: at, bucket: 1h}
            measures:
              - {name: customers, id: 1, uniq: customer}
              - {name: all_customers, id: 2, uniq_exact: customer, where: {kind: SALE}}
              - {name: amounts, id: 3, uniq_exact: total}
              - {name: kinds, id: 4, uniq_exact: kind}
              - {name: total, id: 5, quantile: total}
            """);
    private static final Layout LAYOUT = new Layout(MODEL);
    private static final Sketches SKETCHES = Sketches.of(MODEL, LAYOUT);
    private static final Measures MEASURES = Measures.of(MODEL, LAYOUT);

    private static Document document(int number, int kind, long total, String customer) {
        FieldValues values = LAYOUT.newValues();
        values.setNumber(LAYOUT.slot("kind").index(), kind);
        values.setNumber(LAYOUT.slot("total").index(), total);
        if (!customer.isEmpty()) {
            values.setText(LAYOUT.slot("customer").index(), customer);
        }
        return new Document(
                "R",
                new DocumentId("", number, ""),
                new Stamp(number, number),
                Document.State.GOOD,
                new CellKey(0, 0),
                number,
                values,
                null);
    }

    private static long hash(String text) {
        return MessageHash.of(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void textsAreKeptByTheirHashAndNumbersAsTheyAre() {
        Sketches.Collected collected = SKETCHES.collect();
        collected.add(document(1, 1, -250, "Ann"));
        collected.add(document(2, 2, 100, "Bob"));
        collected.add(document(3, 2, 100, ""));
        List<Sketch> sketches = collected.sketches();

        assertThat(((Sketch.Distinct) sketches.get(0)).values())
                .containsExactlyInAnyOrder(hash("Ann") >>> 1, hash("Bob") >>> 1);
        assertThat(((Sketch.Distinct) sketches.get(1)).values()).containsExactly(hash("Ann"));
        assertThat(((Sketch.Distinct) sketches.get(2)).values()).containsExactly(100, -250);
        assertThat(((Sketch.Distinct) sketches.get(3)).values()).containsExactly(1, 2);
        assertThat(((Sketch.Digest) sketches.get(4)).means()).containsExactly(-250, 100);
        assertThat(((Sketch.Digest) sketches.get(4)).weights()).containsExactly(1, 2);
    }

    @Test
    void documentsThatAreNotGoodHaveNoValues() {
        Sketches.Collected collected = SKETCHES.collect();
        Document good = document(1, 1, 5, "Ann");
        collected.add(new Document(
                good.key(),
                good.id(),
                good.stamp(),
                Document.State.DELETED,
                good.cell(),
                good.timeMicros(),
                good.values(),
                null));

        assertThat(((Sketch.Distinct) collected.sketches().get(0)).values()).isEmpty();
    }

    @Test
    void theChecksumOfAMeasureTellsThatAValueHasChanged() {
        Aggregate one = new Aggregate();
        MEASURES.add(one, document(1, 1, 5, "Ann"), false);
        MEASURES.add(one, document(2, 1, 5, "Bob"), false);
        Aggregate other = one.copy();
        assertThat(MEASURES.retract(other, document(2, 1, 5, "Bob"), false)).isTrue();
        assertThat(other).isNotEqualTo(one);
        MEASURES.add(other, document(2, 1, 5, "Bea"), false);

        assertThat(other).isNotEqualTo(one);
        assertThat(PublishedMeasures.of(one).valueOf(1)).isEqualTo((hash("Ann") >>> 24) + (hash("Bob") >>> 24));
        assertThat(PublishedMeasures.of(one).tainted()).isFalse();
    }
}
