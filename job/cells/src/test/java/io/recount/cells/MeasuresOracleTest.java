package io.recount.cells;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every kind of measure against a plain fold of the same documents, worked out anew for each. */
class MeasuresOracleTest {

    private static final Layout LAYOUT = RandomDocuments.LAYOUT;
    private static final Measures MEASURES = Measures.of(Models.SMALL, LAYOUT);
    private static final long SALE = 1;
    private static final long REFUND = 2;

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {31, 32, 33, 34, 35, 36, 37, 38})
    void everyMeasureIsTheFoldOfTheDocuments(long seed) {
        RandomDocuments random = new RandomDocuments(seed);
        List<Document> documents =
                IntStream.range(0, 60).mapToObj(i -> random.next()).toList();
        Aggregate aggregate = new Aggregate();
        documents.forEach(document -> MEASURES.add(aggregate, document, document.timeMicros() % 3 == 0));

        assertThat(published(aggregate)).isEqualTo(expected(documents));
        assertThat(aggregate.documents()).isEqualTo(good(documents).count());
        assertThat(aggregate.errors())
                .isEqualTo(documents.stream()
                        .filter(document -> document.state() == Document.State.BAD)
                        .count());
        assertThat(aggregate.lateDocuments())
                .isEqualTo(good(documents)
                        .filter(document -> document.timeMicros() % 3 == 0)
                        .count());
    }

    /** Takes documents away one by one, and folds again where it must. */
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {41, 42, 43, 44})
    void whatIsLeftAfterEachRetractionIsTheFoldOfTheRest(long seed) {
        RandomDocuments random = new RandomDocuments(seed);
        List<Document> rest = new ArrayList<>();
        Aggregate aggregate = new Aggregate();
        for (int i = 0; i < 40; i++) {
            rest.add(random.next());
            MEASURES.add(aggregate, rest.get(i), false);
        }
        while (!rest.isEmpty()) {
            Aggregate without = aggregate.copy();
            if (MEASURES.retract(without, rest.remove(rest.size() / 2), false)) {
                assertThat(published(without)).isEqualTo(expected(rest));
            }
            aggregate = new Aggregate();
            for (Document document : rest) {
                MEASURES.add(aggregate, document, false);
            }
        }
    }

    @Test
    void aRetractionIsRefusedExactlyWhereItTakesWhatDecided() {
        Document first = sale(1, 100, 500);
        Document last = sale(3, 300, 500);
        for (Document middle : new Document[] {sale(2, 200, 400), sale(2, 200, 600)}) {
            assertThat(retracted(middle, first, middle, last))
                    .as("least or greatest")
                    .isFalse();
        }
        Document inner = sale(2, 200, 600);
        assertThat(retracted(inner, first, inner, last, sale(2, 200, 400), sale(2, 200, 700)))
                .isTrue();
        assertThat(retracted(first, first, sale(2, 200, 400), sale(2, 200, 700), last))
                .as("the earliest")
                .isFalse();
        assertThat(retracted(last, first, sale(2, 200, 400), sale(2, 200, 700), last))
                .as("the latest")
                .isFalse();
    }

    private static boolean retracted(Document leaving, Document... all) {
        Aggregate aggregate = new Aggregate();
        for (Document document : all) {
            MEASURES.add(aggregate, document, true);
        }
        boolean exact = MEASURES.retract(aggregate, leaving, true);
        assertThat(aggregate.documents()).isEqualTo(all.length - 1);
        assertThat(aggregate.lateDocuments()).isEqualTo(all.length - 1);
        return exact;
    }

    private static Document sale(long number, long micros, long total) {
        FieldValues values = LAYOUT.newValues();
        values.setNumber(LAYOUT.slot("number").index(), number);
        values.setNumber(LAYOUT.slot("kind").index(), SALE);
        values.setNumber(LAYOUT.slot("total").index(), total);
        return new Document(
                "R1",
                new DocumentId("d", number, ""),
                new Stamp(1, 1),
                Document.State.GOOD,
                new CellKey(1, 0),
                micros,
                values,
                null);
    }

    @Test
    void aDimensionKeepsItsOwnMeasuresOnly() {
        Measures byField =
                Measures.of(Models.SMALL, LAYOUT, Models.SMALL.dimensions().get(0));
        Aggregate aggregate = new Aggregate();
        byField.add(aggregate, sale(7, 100, 500), false);

        assertThat(published(aggregate)).isEqualTo(Map.of(1, 1L, 2, 500L));
    }

    @Test
    void measuresThatTheModelNoLongerHasAreLeftOutWhenRead() {
        Measures byField =
                Measures.of(Models.SMALL, LAYOUT, Models.SMALL.dimensions().get(0));
        Aggregate all = new Aggregate();
        MEASURES.add(all, sale(7, 100, 500), false);

        assertThat(published(byField.decode(MEASURES.encode(all)))).isEqualTo(Map.of(1, 1L, 2, 500L));
    }

    @Test
    void aSmallSumIsTwoBytes() {
        Aggregate aggregate = new Aggregate();
        aggregate.count(1, 0, 0);
        aggregate.combine(1, Piece.SUM, 0, 1);
        aggregate.combine(10, Piece.SUM, -1, -1);

        assertThat(MEASURES.encode(aggregate)).containsExactly(1, 0, 0, 2, 2, 18, 1);
    }

    private static Map<Integer, Long> published(Aggregate aggregate) {
        PublishedMeasures published = PublishedMeasures.of(aggregate);
        Map<Integer, Long> values = new TreeMap<>();
        for (int i = 0; i < published.size(); i++) {
            values.put(published.id(i), published.value(i));
        }
        return values;
    }

    private static Map<Integer, Long> expected(List<Document> documents) {
        Predicate<Document> sale = document -> number(document, "kind") == SALE;
        ToLongFunction<Document> total = document -> number(document, "total");
        Map<Integer, Long> values = new TreeMap<>();
        sum(values, 1, good(documents).map(document -> 1L));
        sum(
                values,
                2,
                good(documents)
                        .map(document -> number(document, "kind") == REFUND
                                ? -total.applyAsLong(document)
                                : total.applyAsLong(document)));
        good(documents).filter(sale).mapToLong(total).min().ifPresent(least -> values.put(3, least));
        good(documents).mapToLong(total).max().ifPresent(most -> values.put(4, most));
        Comparator<Document> byTime = Comparator.comparingLong(Document::timeMicros);
        Optional<Document> earliest =
                good(documents).min(byTime.thenComparingLong(document -> number(document, "number")));
        earliest.ifPresent(document -> values.putAll(Map.of(5, number(document, "number"), 6, document.timeMicros())));
        Optional<Document> latest = good(documents).max(byTime.thenComparingLong(total));
        latest.ifPresent(document -> values.putAll(Map.of(7, total.applyAsLong(document), 8, document.timeMicros())));
        sum(
                values,
                9,
                good(documents)
                        .filter(document ->
                                document.values().text(LAYOUT.slot("note").index()) != null)
                        .map(document -> 1L));
        sum(
                values,
                10,
                good(documents)
                        .filter(document -> document.values()
                                .hasNumber(LAYOUT.slot("balance").index()))
                        .map(document -> number(document, "balance")));
        return values;
    }

    /** Held at the bound if it does not fit; none if it is zero. */
    private static void sum(Map<Integer, Long> values, int id, Stream<Long> addends) {
        BigInteger sum = addends.map(BigInteger::valueOf).reduce(BigInteger.ZERO, BigInteger::add);
        BigInteger bounded = sum.max(BigInteger.valueOf(Long.MIN_VALUE)).min(BigInteger.valueOf(Long.MAX_VALUE));
        if (sum.signum() != 0) {
            values.put(id, bounded.longValueExact());
        }
    }

    private static Stream<Document> good(List<Document> documents) {
        return documents.stream().filter(document -> document.state() == Document.State.GOOD);
    }

    private static long number(Document document, String field) {
        return document.values().number(LAYOUT.slot(field).index());
    }
}
