package io.recount.cells;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.cells.model.Model;
import io.recount.cells.model.ModelFile;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MeasuresTest {

    private static final Layout LAYOUT = RandomDocuments.LAYOUT;
    private static final Measures MEASURES = Measures.of(Models.SMALL, LAYOUT);

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void orderOfDocumentsMakesNoDifference(long seed) {
        List<Document> documents = documents(seed, 200);
        Aggregate inOrder = fold(documents);
        Collections.shuffle(documents, new Random(seed));

        assertThat(fold(documents)).isEqualTo(inOrder);
        assertThat(MEASURES.encode(fold(documents))).isEqualTo(MEASURES.encode(inOrder));
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {11, 12, 13, 14, 15, 16, 17, 18})
    void whatIsRetractedIsAsIfNeverAddedUnlessItSaysSo(long seed) {
        List<Document> documents = documents(seed, 100);
        Aggregate aggregate = fold(documents);
        int exact = 0;
        int refused = 0;
        for (int removed = 0; removed < 100; removed++) {
            Aggregate without = aggregate.copy();
            List<Document> rest = new ArrayList<>(documents);
            Document leaving = rest.remove(removed);
            if (MEASURES.retract(without, leaving, false)) {
                exact++;
                assertThat(without).isEqualTo(fold(rest));
            } else {
                refused++;
                assertThat(without.documents()).isEqualTo(fold(rest).documents());
            }
        }
        assertThat(exact).as("retractions that could be undone").isPositive();
        assertThat(refused).as("retractions that need a new fold").isPositive();
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {21, 22, 23, 24})
    void replacingAPartIsFoldingTheWholeUnlessItSaysSo(long seed) {
        Aggregate first = fold(documents(seed, 30));
        Aggregate before = fold(documents(seed + 100, 30));
        Aggregate after = fold(documents(seed + 200, 30));
        Aggregate whole = first.copy();
        whole.merge(before);
        boolean exact = whole.replace(before, after);

        Aggregate expected = first.copy();
        expected.merge(after);
        if (exact) {
            assertThat(whole).isEqualTo(expected);
        } else {
            assertThat(whole.documents()).isEqualTo(expected.documents());
        }
    }

    @Test
    void aPartThatOnlyGrewNeverNeedsANewFold() {
        for (long seed = 1; seed <= 50; seed++) {
            List<Document> documents = documents(seed, 40);
            Aggregate before = fold(documents.subList(0, 20));
            Aggregate after = fold(documents);
            Aggregate whole = before.copy();

            assertThat(whole.replace(before, after)).as("seed %d", seed).isTrue();
            assertThat(whole).as("seed %d", seed).isEqualTo(after);
        }
    }

    @Test
    void encodingRoundTrips() {
        for (long seed = 1; seed <= 50; seed++) {
            Aggregate aggregate = fold(documents(seed, 40));

            assertThat(MEASURES.decode(MEASURES.encode(aggregate)))
                    .as("seed %d", seed)
                    .isEqualTo(aggregate);
        }
    }

    @Test
    void sumsAreWideEnoughToPassBeyond64BitsAndComeBack() {
        Aggregate aggregate = new Aggregate();
        Document huge = withBalance(Long.MAX_VALUE);
        for (int i = 0; i < 1000; i++) {
            MEASURES.add(aggregate, huge, false);
        }
        assertThat(PublishedMeasures.of(aggregate).tainted()).isTrue();
        assertThat(PublishedMeasures.of(aggregate).valueOf(10)).isEqualTo(Long.MAX_VALUE);
        for (int i = 0; i < 2000; i++) {
            MEASURES.add(aggregate, withBalance(-Long.MAX_VALUE), false);
        }
        assertThat(PublishedMeasures.of(aggregate).valueOf(10)).isEqualTo(Long.MIN_VALUE);
        for (int i = 0; i < 1000; i++) {
            MEASURES.add(aggregate, huge, false);
        }
        MEASURES.add(aggregate, withBalance(7), false);

        assertThat(PublishedMeasures.of(aggregate).tainted()).isFalse();
        assertThat(PublishedMeasures.of(aggregate).valueOf(10)).isEqualTo(7);
    }

    @Test
    void publishedMeasuresHoldTheTimeOfFirstAndLastUnderTheNextId() {
        Document document = withBalance(1);
        Aggregate aggregate = new Aggregate();
        MEASURES.add(aggregate, document, true);
        PublishedMeasures published = PublishedMeasures.of(aggregate);

        assertThat(published.valueOf(5)).isEqualTo(42);
        assertThat(published.valueOf(6)).isEqualTo(document.timeMicros());
        assertThat(published.valueOf(1)).isEqualTo(1);
        assertThat(published.valueOf(2)).isEqualTo(-250);
        assertThat(aggregate.lateDocuments()).isEqualTo(1);
    }

    @Test
    void badCountsAnErrorAndDeletedNothing() {
        Document good = withBalance(1);
        Aggregate aggregate = new Aggregate();
        MEASURES.add(aggregate, RandomDocuments.inState(good, Document.State.BAD), false);
        MEASURES.add(aggregate, RandomDocuments.inState(good, Document.State.DELETED), false);

        assertThat(aggregate.errors()).isEqualTo(1);
        assertThat(aggregate.documents()).isZero();
        assertThat(PublishedMeasures.of(aggregate).size()).isZero();
    }

    @Test
    void whatWasRetractedAgainWasTouched() {
        Document good = withBalance(1);
        Aggregate aggregate = new Aggregate();
        assertThat(aggregate.isUntouched()).isTrue();
        MEASURES.add(aggregate, good, false);
        assertThat(aggregate.isUntouched()).isFalse();
        MEASURES.retract(aggregate, good, false);
        assertThat(aggregate.isEmpty()).isTrue();
        assertThat(aggregate.isUntouched()).isFalse();
    }

    @Test
    void aDocumentThatLostItsDiscriminatorTakesPartInUnfilteredMeasuresOnly() {
        FieldValues values = LAYOUT.newValues();
        values.setNumber(LAYOUT.slot("total").index(), 5);
        Aggregate aggregate = new Aggregate();
        MEASURES.add(aggregate, document(values), false);
        PublishedMeasures published = PublishedMeasures.of(aggregate);

        assertThat(published.valueOf(1)).isEqualTo(1);
        assertThat(published.valueOf(2)).isEqualTo(5);
        assertThat(published.valueOf(3)).isZero();
    }

    @Test
    void aValueNamedTwiceCountsOnce() {
        Model twice = ModelFile.parse("twice.yaml", """
                recount: 1
                name: twice
                enums: {kind: {SALE: {id: 1}, REFUND: {id: 2}}}
                fields:
                  register: {type: text}
                  number: {type: uint}
                  at: {type: instant(offset)}
                  kind: {type: enum(kind)}
                document: {key: register, id: {number: number, ids: random}, version: number, time: at, bucket: 1h}
                measures:
                  - {name: "{k}_or_sale", id: {base: 1, k: 1}, each: {k: kind}, count: true, where: {kind: ["{k}", SALE, SALE]}}
                """);
        Layout layout = new Layout(twice);
        FieldValues values = layout.newValues();
        values.setNumber(layout.slot("kind").index(), 1);
        Aggregate aggregate = new Aggregate();
        Measures.of(twice, layout).add(aggregate, document(values), false);

        assertThat(PublishedMeasures.of(aggregate).valueOf(2)).isEqualTo(1);
        assertThat(PublishedMeasures.of(aggregate).valueOf(3)).isEqualTo(1);
    }

    private static Document withBalance(long balance) {
        FieldValues values = LAYOUT.newValues();
        values.setNumber(LAYOUT.slot("number").index(), 42);
        values.setNumber(LAYOUT.slot("kind").index(), 2);
        values.setNumber(LAYOUT.slot("total").index(), 250);
        values.setNumber(LAYOUT.slot("balance").index(), balance);
        return document(values);
    }

    private static Document document(FieldValues values) {
        return new Document(
                "R1",
                new DocumentId("d", 42, ""),
                new Stamp(1, 1),
                Document.State.GOOD,
                new CellKey(1, 0),
                1_000_000,
                values,
                null);
    }

    private static List<Document> documents(long seed, int count) {
        RandomDocuments random = new RandomDocuments(seed);
        List<Document> documents = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            documents.add(random.next());
        }
        return documents;
    }

    private static Aggregate fold(List<Document> documents) {
        Aggregate aggregate = new Aggregate();
        documents.forEach(document -> MEASURES.add(aggregate, document, false));
        return aggregate;
    }
}
