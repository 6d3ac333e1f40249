package io.recount.pipeline.cells;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.harness.expectation.Arrival;
import io.recount.harness.expectation.Comparison;
import io.recount.harness.expectation.DeclaredModel;
import io.recount.harness.expectation.Expectation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Every number of what was played, against an expectation that shares no code with the job. */
final class HistoriesOracle {

    private HistoriesOracle() {}

    /** What came of playing a topic: of what was committed, nothing else. */
    interface Played {

        PublishedTables tables();

        /** Outcomes by their name. */
        Map<String, Long> counters();

        long documentRows();

        /** Whether documents were read back that had been written. */
        boolean hasReadBack();

        /** Whether somebody else put documents into the table, or messages could not be read at first. */
        default boolean hasOtherOutcomes() {
            return false;
        }

        /** What never changes again. */
        default HistoriesFrozen frozen() {
            return new HistoriesFrozen();
        }

        /** Whether the message was late in the attempt that was committed. */
        boolean wasLate(int message);
    }

    static void assertExact(Path modelFile, HistoriesTopic topic, Played play) throws IOException {
        DeclaredModel declared = DeclaredModel.read(modelFile);
        if (play.frozen().line().isDrawn()) {
            // Of what came before the line was drawn some outcomes were counted, and some never came.
            play.frozen().assertExact(declared, topic, play.tables());
            return;
        }
        Expectation expected = new Expectation(declared, List.of());
        long documents = 0;
        for (int i = 0; i < topic.size(); i++) {
            expected.add(topic.message(i), play.wasLate(i));
            documents += topic.delivery(i) == null ? 0 : 1;
        }
        PublishedTables found = play.tables();
        ComparedTables.of(declared, expected, found).assertExact();
        if (play.hasOtherOutcomes()) {
            // They are counted of what comes by the topic, and as it was read then.
            return;
        }
        if (!play.hasReadBack()) {
            // Lateness is a fact about arrival. A document that arrived twice, because of a crash, may have been late
            // once.
            ComparedTables.assertExact(Comparison.of(
                    declared, "late", expected.lateCells(), found.lateCells().iterator(), 5));
        }
        long outcomes = 0;
        for (Arrival arrival : Arrival.values()) {
            long count = play.counters().getOrDefault(arrival.name().toLowerCase(Locale.ROOT), 0L);
            assertThat(count)
                    .as("outcome %s", arrival)
                    .isEqualTo(expected.arrivals().getOrDefault(arrival, 0L));
            outcomes += count;
        }
        assertThat(outcomes).as("sum of all outcomes").isEqualTo(documents);
        assertThat(play.documentRows())
                .as("rows of documents")
                .isEqualTo(expected.outcomes().versions());
    }
}
