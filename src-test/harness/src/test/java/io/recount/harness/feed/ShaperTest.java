package io.recount.harness.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Documents that are nothing but their number: what is shaped does not matter. */
class ShaperTest {

    private static final long SEED = 11;
    private static final Instant START = Instant.parse("2026-10-14T00:00:00Z");
    private static final int DOCUMENTS = 400;

    @Test
    void withoutDisturbancesOnlyOriginalsArrive() {
        List<String> expected = IntStream.range(0, DOCUMENTS)
                .mapToObj(number -> number + " good")
                .toList();
        assertThat(shape(Disturbances.none(), false)).isEqualTo(expected);
    }

    @Test
    void aCorrectionMayOvertakeItsOriginal() {
        List<String> arrived = shape(Disturbances.none().withCorrections(1), false);
        long overtaken = overtaken(arrived, "good", "corrected");
        assertThat(overtaken).isBetween(15L, 90L);
        assertThat(arrived.stream().filter(text -> text.contains("corrected corrected")))
                .hasSizeBetween(15, 80);
    }

    @Test
    void aDeleteMayComeFirst() {
        List<String> arrived = shape(Disturbances.none().withDeletes(1), false);
        assertThat(arrived).hasSize(2 * DOCUMENTS);
        assertThat(overtaken(arrived, "good", "deleted")).isBetween(15L, 80L);
    }

    @Test
    void everyMovedDocumentArrivesAtBothPlaces() {
        List<String> arrived = shape(Disturbances.none().withMoves(1), false);
        for (int number = 0; number < DOCUMENTS; number++) {
            assertThat(arrived).contains(number + " good", number + " moved");
        }
    }

    @Test
    void halfOfTheBadVersionsAreMendedAndHalfBeginWell() {
        List<String> arrived = shape(Disturbances.none().withBad(1), false);
        assertThat(arrived.stream().filter(text -> text.endsWith("bad"))).hasSize(DOCUMENTS);
        // One good version of those that begin well, one of those that are mended.
        assertThat(arrived.size() - DOCUMENTS).isBetween(DOCUMENTS - 60, DOCUMENTS + 60);
        assertThat(overtaken(arrived, "bad", "good")).isBetween(100L, 300L);
    }

    @Test
    void theOtherOfATieIsACorrectionAMoveADeleteOrBad() {
        List<String> arrived = shape(Disturbances.none().withTies(1), false);
        assertThat(arrived).hasSize(2 * DOCUMENTS);
        for (String other : List.of("corrected", "moved", "deleted", "bad")) {
            assertThat(arrived.stream().filter(text -> text.endsWith(other)))
                    .as(other)
                    .hasSizeBetween(70, 130);
            assertThat(overtaken(arrived, "good", other)).as(other).isPositive();
        }
    }

    @Test
    void documentsOfTheFutureTakeThePlaceOfTheirOriginals() {
        assertThat(shape(Disturbances.none().withFuture(1), false))
                .hasSize(DOCUMENTS)
                .allMatch(text -> text.endsWith("future"));
        assertThat(shape(Disturbances.none().withFuture(1), true)).allMatch(text -> text.endsWith("good"));
    }

    @Test
    void redeliveriesAreTheSameBytesSomeOfThemMuchLater() {
        List<String> arrived = shape(Disturbances.none().withDuplicates(1), false);
        assertThat(arrived).hasSize(2 * DOCUMENTS);
        assertThat(new HashSet<>(arrived)).hasSize(DOCUMENTS);
        // Delays reach from seconds to days: some are overtaken by the documents after them.
        assertThat(arrived).isNotEqualTo(arrived.stream().sorted(byNumber()).toList());
    }

    @Test
    void anUndisturbedDocumentIsOnlyRedelivered() {
        Disturbances all = new Disturbances(1, 1, 1, 1, 1, 0, 0, 0, Duration.ZERO);
        assertThat(shape(all, true)).hasSize(2 * DOCUMENTS).allMatch(text -> text.endsWith("good"));
    }

    @Test
    void statusAndUndecodableMessagesStandBesideTheDocument() {
        List<String> arrived = shape(Disturbances.none().withStatusUpdates(1).withUndecodable(1), false);
        assertThat(arrived).hasSize(3 * DOCUMENTS).contains("0 good", "0 status", "0 undecodable");
    }

    @Test
    void whenAllHasArrivedThereIsNothingToAskFor() {
        Shaper shaper = new Shaper(List.<Draft>of().iterator(), Disturbances.usual(), new SplittableRandom(SEED));
        assertThat(shaper.hasNext()).isFalse();
        assertThatThrownBy(shaper::next).isInstanceOf(NoSuchElementException.class);
    }

    @Test
    void aShareIsBetweenZeroAndOne() {
        assertThatThrownBy(() -> Disturbances.none().withBad(1.1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("give 0 to 1");
        assertThatThrownBy(() -> Disturbances.none().withBad(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
    }

    private static Comparator<String> byNumber() {
        return Comparator.comparingInt(text -> Integer.parseInt(text.substring(0, text.indexOf(' '))));
    }

    /** Documents of which {@code second} arrived before {@code first}. */
    private static long overtaken(List<String> arrived, String first, String second) {
        return IntStream.range(0, DOCUMENTS)
                .filter(number -> arrived.contains(number + " " + first) && arrived.contains(number + " " + second))
                .filter(number -> arrived.indexOf(number + " " + second) < arrived.indexOf(number + " " + first))
                .count();
    }

    private static List<String> shape(Disturbances disturbances, boolean undisturbed) {
        System.out.println("seed " + SEED);
        List<Numbered> drafts = IntStream.range(0, DOCUMENTS)
                .mapToObj(number -> new Numbered(number, "good", undisturbed))
                .toList();
        List<String> arrived = new ArrayList<>();
        new Shaper(drafts.iterator(), disturbances, new SplittableRandom(SEED))
                .forEachRemaining(delivery -> arrived.add(text(delivery)));
        return arrived;
    }

    private static String text(Delivery delivery) {
        return new String(delivery.value(), StandardCharsets.UTF_8);
    }

    private record Numbered(int number, String content, boolean undisturbed) implements Draft {

        @Override
        public String key() {
            return "K" + number % 7;
        }

        @Override
        public Instant sentAt() {
            return START.plusSeconds(60L * number);
        }

        @Override
        public byte[] message(Instant writtenAt) {
            return text(content);
        }

        @Override
        public Draft corrected(SplittableRandom random) {
            return new Numbered(
                    number, content.startsWith("corrected") ? content + " corrected" : "corrected", undisturbed);
        }

        @Override
        public Draft moved(SplittableRandom random) {
            return new Numbered(number, "moved", undisturbed);
        }

        @Override
        public Draft ahead() {
            return new Numbered(number, "future", undisturbed);
        }

        @Override
        public byte[] bad(Instant writtenAt, SplittableRandom random) {
            return text("bad");
        }

        @Override
        public byte[] deleted(Instant writtenAt) {
            return text("deleted");
        }

        @Override
        public byte[] status(Instant writtenAt) {
            return text("status");
        }

        @Override
        public byte[] undecodable(SplittableRandom random) {
            return text("undecodable");
        }

        private byte[] text(String what) {
            return (number + " " + what).getBytes(StandardCharsets.UTF_8);
        }
    }
}
