package io.recount.cells;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentFoldTest {

    private final RandomDocuments random = new RandomDocuments(7);

    @Test
    void theFirstVersionIsNew() {
        Document first = good(1, 1);
        DocumentFold.Step step = DocumentFold.fold(null, first, true);

        assertThat(step.outcome()).isEqualTo(Outcome.NEW);
        assertThat(step.joins()).isEqualTo(new History(first, true, List.of()));
        assertThat(step.leaves()).isNull();
    }

    @Test
    void theSameMessageAgainIsADuplicateEvenOfAnOlderVersion() {
        History history = historyOf(good(1, 1), good(2, 2));

        assertThat(DocumentFold.fold(history, good(2, 2), false).outcome()).isEqualTo(Outcome.DUPLICATE);
        assertThat(DocumentFold.fold(history, good(1, 1), false).outcome()).isEqualTo(Outcome.DUPLICATE);
        assertThat(DocumentFold.fold(history, good(1, 1), false).after()).isSameAs(history);
    }

    @Test
    void anOlderVersionIsSupersededAndMovesNothing() {
        DocumentFold.Step step = DocumentFold.fold(historyOf(good(2, 2)), good(1, 1), false);

        assertThat(step.outcome()).isEqualTo(Outcome.SUPERSEDED);
        assertThat(step.joins()).isNull();
        assertThat(step.leaves()).isNull();
        assertThat(step.tie()).isFalse();
    }

    @Test
    void theGreaterHashWinsATieWhicheverCameFirst() {
        Document small = good(5, 3);
        Document great = good(5, -3); // unsigned, -3 is the greater

        DocumentFold.Step loses = DocumentFold.fold(historyOf(great), small, false);
        DocumentFold.Step wins = DocumentFold.fold(historyOf(small), great, false);

        assertThat(loses.outcome()).isEqualTo(Outcome.SUPERSEDED);
        assertThat(wins.outcome()).isEqualTo(Outcome.CORRECTED);
        assertThat(loses.tie()).isTrue();
        assertThat(wins.tie()).isTrue();
        assertThat(loses.after().latest()).isEqualTo(wins.after().latest()).isEqualTo(great);
    }

    @Test
    void aTieWithAnOlderVersionIsOneToo() {
        History history = historyOf(good(1, 1), good(2, 2));

        assertThat(DocumentFold.fold(history, good(1, 9), false).tie()).isTrue();
        assertThat(DocumentFold.fold(history, good(0, 9), false).tie()).isFalse();
        assertThat(DocumentFold.fold(history, good(3, 9), false).tie()).isFalse();
    }

    @Test
    void aBadVersionTakesTheGoodOneOutOfItsCell() {
        Document good = good(1, 1);
        Document bad = inState(2, 2, Document.State.BAD);
        DocumentFold.Step step = DocumentFold.fold(historyOf(good), bad, false);

        assertThat(step.outcome()).isEqualTo(Outcome.BAD);
        assertThat(step.leaves()).isNotNull().extracting(History::latest).isEqualTo(good);
        assertThat(step.joins()).isNotNull().extracting(History::latest).isEqualTo(bad);
    }

    @Test
    void aMessageThatCanBeReadNowTakesItsOwnPlaceAndNoOther() {
        Document unread = inState(2, 2, Document.State.BAD);
        History before = historyOf(good(1, 1), unread);

        Document read = good(2, 2);
        DocumentFold.Step mended = DocumentFold.fold(before, read, true);
        assertThat(mended.outcome()).isEqualTo(Outcome.CORRECTED);
        assertThat(mended.tie()).isFalse();
        assertThat(mended.leaves()).isEqualTo(before);
        assertThat(mended.joins()).isEqualTo(new History(read, true, before.older()));

        assertThat(DocumentFold.fold(mended.after(), unread, false).outcome()).isEqualTo(Outcome.DUPLICATE);
        assertThat(DocumentFold.fold(mended.after(), read, false).outcome()).isEqualTo(Outcome.DUPLICATE);
        assertThat(DocumentFold.fold(historyOf(unread, good(3, 3)), good(2, 2), false)
                        .outcome())
                .as("of an older version there is nothing to mend")
                .isEqualTo(Outcome.DUPLICATE);
    }

    @Test
    void aDeleteBeforeItsOriginalLeavesTheOriginalSuperseded() {
        History deleted = historyOf(inState(2, 2, Document.State.DELETED));

        assertThat(DocumentFold.fold(deleted, good(1, 1), false).outcome()).isEqualTo(Outcome.SUPERSEDED);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void anyOrderAndRepetitionEndsInTheSameVersionAndMovesItOnce(long seed) {
        Random shuffle = new Random(seed);
        List<Document> versions = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            Document version = random.next(1, shuffle.nextInt(4), i);
            versions.add(version.state() == Document.State.BAD ? unread(version) : version);
        }
        Document greatest =
                versions.stream().max((a, b) -> a.stamp().compareTo(b.stamp())).orElseThrow();
        for (int round = 0; round < 20; round++) {
            List<Document> deliveries = new ArrayList<>(versions);
            deliveries.addAll(versions.subList(0, 6));
            versions.forEach(version -> deliveries.add(unread(version)));
            Collections.shuffle(deliveries, shuffle);
            History history = null;
            List<Document> inCells = new ArrayList<>();
            for (Document delivery : deliveries) {
                DocumentFold.Step step = DocumentFold.fold(history, delivery, false);
                history = step.after();
                if (step.leaves() != null) {
                    assertThat(inCells.remove(step.leaves().latest())).isTrue();
                }
                if (step.joins() != null) {
                    inCells.add(step.joins().latest());
                }
            }
            assertThat(inCells).containsExactly(greatest);
            assertThat(stamps(history)).hasSize(12);
        }
    }

    /** The same message, of which only place, id and version could be read. */
    private static Document unread(Document version) {
        return new Document(
                version.key(),
                version.id(),
                version.stamp(),
                Document.State.BAD,
                version.cell(),
                version.timeMicros(),
                version.values(),
                new Problem(Problem.Reason.UNKNOWN_VALUE, "not known yet"));
    }

    @Test
    void anIdThatIsUsedAgainAndAgainCostsABoundedAmount() {
        History history = historyOf(good(0, 1));
        for (int version = 1; version <= 1_000; version++) {
            history = DocumentFold.fold(history, good(version, 1), false).after();
        }

        assertThat(history.older()).hasSize(256).doesNotContain(new Stamp(0, 1));
        assertThat(history.latest().stamp()).isEqualTo(new Stamp(1_000, 1));
        assertThat(DocumentFold.fold(history, good(900, 1), false).outcome()).isEqualTo(Outcome.DUPLICATE);
        assertThat(DocumentFold.fold(history, good(0, 1), false).outcome()).isEqualTo(Outcome.SUPERSEDED);
    }

    @Test
    void aHistoryIsReadAsItWasWritten() {
        DocumentCodec codec = new DocumentCodec(RandomDocuments.LAYOUT, SlotMask.all(RandomDocuments.LAYOUT));
        for (int i = 0; i < 200; i++) {
            History history = new History(random.next(), i % 2 == 0, List.of(new Stamp(-i, i), new Stamp(i, -i)));
            PackedWriter out = new PackedWriter();
            history.write(codec, out);

            assertThat(History.read("R1", codec, new PackedReader(out.toBytes())))
                    .isEqualTo(history);
        }
    }

    private static Set<Stamp> stamps(@Nullable History history) {
        assertThat(history).isNotNull();
        return Stream.concat(
                        history.older().stream(), Stream.of(history.latest().stamp()))
                .collect(Collectors.toSet());
    }

    private History historyOf(Document... versions) {
        History history = DocumentFold.fold(null, versions[0], false).after();
        for (int i = 1; i < versions.length; i++) {
            history = DocumentFold.fold(history, versions[i], false).after();
        }
        return history;
    }

    private Document good(long version, long hash) {
        return inState(version, hash, Document.State.GOOD);
    }

    private Document inState(long version, long hash, Document.State state) {
        return RandomDocuments.inState(random.next(1, version, hash), state);
    }
}
