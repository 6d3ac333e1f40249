package io.recount.cells;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PublishedMeasuresTest {

    @Test
    void allOfManyMeasuresAreThere() {
        Aggregate aggregate = new Aggregate();
        for (int i = 0; i < 200; i++) {
            aggregate.combine(10 + i, Piece.GREATEST, 0, 1_000 + i);
        }
        PublishedMeasures published = PublishedMeasures.of(aggregate);

        assertThat(published.size()).isEqualTo(200);
        for (int i = 0; i < 200; i++) {
            assertThat(published.id(i)).isEqualTo(10 + i);
            assertThat(published.value(i)).isEqualTo(1_000 + i);
            assertThat(published.valueOf(10 + i)).isEqualTo(1_000 + i);
        }
        assertThat(published.valueOf(9)).isZero();
        assertThat(published.tainted()).isFalse();
    }

    @Test
    void whatWasPublishedIsPublishedAgain() {
        Measures measures = Measures.of(Models.SMALL, RandomDocuments.LAYOUT);
        for (int seed = 0; seed < 200; seed++) {
            RandomDocuments random = new RandomDocuments(seed);
            Aggregate aggregate = new Aggregate();
            for (int i = 0; i < seed % 7; i++) {
                measures.add(aggregate, random.next(), i % 2 == 0);
            }
            PublishedMeasures published = PublishedMeasures.of(aggregate);
            int[] ids = IntStream.range(0, published.size()).map(published::id).toArray();
            long[] values = IntStream.range(0, published.size())
                    .mapToLong(published::value)
                    .toArray();
            Aggregate read = measures.ofPublished(
                    aggregate.documents(), aggregate.lateDocuments(), aggregate.errors(), ids, values);

            if (published.tainted()) {
                assertThat(PublishedMeasures.of(read).valueOf(ids[0])).isEqualTo(values[0]);
            } else {
                assertThat(read).as("seed %d", seed).isEqualTo(aggregate);
            }
        }
    }

    @Test
    void theBoundIsTheNearestOne() {
        assertSum(0, Long.MAX_VALUE, Long.MAX_VALUE, false);
        assertSum(0, Long.MIN_VALUE, Long.MAX_VALUE, true); // 2^63
        assertSum(-1, Long.MIN_VALUE, Long.MIN_VALUE, false);
        assertSum(-1, Long.MAX_VALUE, Long.MIN_VALUE, true); // -2^63 - 1
        assertSum(1, 0, Long.MAX_VALUE, true);
        assertSum(-2, 0, Long.MIN_VALUE, true);
    }

    private static void assertSum(long high, long low, long value, boolean tainted) {
        Aggregate aggregate = new Aggregate();
        aggregate.combine(1, Piece.SUM, high, low);
        PublishedMeasures published = PublishedMeasures.of(aggregate);

        assertThat(published.valueOf(1)).isEqualTo(value);
        assertThat(published.tainted()).isEqualTo(tainted);
    }
}
