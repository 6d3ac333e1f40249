package io.recount.pipeline.cells;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.cells.DocumentId;
import io.recount.clickhouse.Lineage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.junit.jupiter.api.Test;

class StartProgressTest {

    private static final long BEGAN_MILLIS = 1_790_000_000_000L;

    private final List<String> lines = new ArrayList<>();
    private long nowMillis = BEGAN_MILLIS;
    private final StartProgress start = start(true);

    private StartProgress start(boolean withoutState) {
        return new StartProgress(
                withoutState,
                register -> !register.endsWith("0"),
                () -> nowMillis,
                lines::add,
                new UnregisteredMetricsGroup());
    }

    /** A thousand registers, a tenth of them of another subtask. */
    private static class Thousand implements PastDocuments.Reader {

        @Override
        public long count(Predicate<String> registers) throws IOException {
            return IntStream.range(0, 1_000)
                    .mapToObj(Integer::toString)
                    .filter(registers)
                    .count();
        }

        @Override
        public Map<String, PastDocuments.Seen> seen(Collection<String> registers) {
            return Map.of();
        }

        @Override
        public void byId(Map<String, Set<DocumentId>> ids, Lineage history, PastDocuments.Visitor visitor) {}

        @Override
        public void byPage(Map<String, Set<Long>> pages, Lineage history, PastDocuments.Visitor visitor) {}

        @Override
        public List<PastDocuments.Published> frozenCells(Map<String, Set<Long>> pages) {
            return List.of();
        }

        @Override
        public List<PastDocuments.Published> published(Map<String, Set<Long>> pages) {
            return List.of();
        }

        @Override
        public void erase(List<PastDocuments.Published> rows, long version) {}

        @Override
        public void close() {}
    }

    private void meet() throws Exception {
        start.begin(new Thousand());
    }

    @Test
    void aJobWithStateSaysNothing() throws Exception {
        StartProgress silent = start(false);
        silent.begin(new Thousand());
        silent.learned(3);
        nowMillis += 60_000;
        silent.read(1, 10);
        silent.barrier();
        assertThat(lines).isEmpty();
    }

    @Test
    void aLineComesAboutEveryTenSecondsHoweverManyRequestsThereAre() throws Exception {
        meet();
        start.came(BEGAN_MILLIS - 90_000);
        for (int request = 0; request < 250; request++) {
            nowMillis += 100;
            start.learned(1);
            IntStream.range(0, 4).forEach(row -> start.row());
            start.read(2, 3);
        }
        assertThat(lines)
                .containsExactly(
                        "documents of 900 registers are read back, as they are met",
                        "100 of 900 registers known; 198 pages with 297 documents in 396 rows read back by 199 requests;"
                                + " at messages that are 100.0 s old",
                        "200 of 900 registers known; 398 pages with 597 documents in 796 rows read back by 399 requests;"
                                + " at messages that are 110.0 s old");
    }

    @Test
    void itEndsWhenAllIsKnown() throws Exception {
        meet();
        start.learned(899);
        start.came(BEGAN_MILLIS - 1);
        start.barrier();
        assertThat(lines).hasSize(1);
        start.learned(1);
        start.came(BEGAN_MILLIS - 1);
        nowMillis += 1_500;
        start.barrier();
        start.barrier();
        assertThat(lines)
                .hasSize(2)
                .last()
                .isEqualTo("all is known after 1.5 s; 900 of 900 registers known; 0 pages with 0 documents in 0 rows"
                        + " read back by 2 requests");
    }

    @Test
    void itEndsWithAnIntervalWithoutTheBacklog() throws Exception {
        start.barrier();
        start.barrier();
        meet();
        start.learned(7);
        start.barrier();
        start.came(BEGAN_MILLIS);
        start.came(BEGAN_MILLIS - 1);
        start.barrier();
        assertThat(lines).hasSize(1);
        start.came(BEGAN_MILLIS);
        nowMillis += 40_000;
        start.barrier();
        assertThat(lines).hasSize(2).last().asString().startsWith("the backlog is read after 40.0 s; 7 of 900");
        nowMillis += 40_000;
        start.learned(7);
        start.barrier();
        assertThat(lines).as("afterwards nothing is said").hasSize(2);
    }

    @Test
    void registersThatCannotBeCountedAreReadBackAllTheSame() throws Exception {
        start.begin(new Thousand() {
            @Override
            public long count(Predicate<String> registers) throws IOException {
                throw new IOException("Timeout exceeded");
            }
        });
        start.learned(7);
        start.came(BEGAN_MILLIS - 1);
        start.barrier();
        nowMillis += 20_000;
        start.requested();
        start.barrier();
        assertThat(lines)
                .containsExactly(
                        "documents are read back of registers as they are met; of how many is not known: Timeout exceeded",
                        "7 registers known; 0 pages with 0 documents in 0 rows read back by 2 requests; at messages that"
                                + " are 20.0 s old",
                        "the backlog is read after 20.0 s; 7 registers known; 0 pages with 0 documents in 0 rows read"
                                + " back by 2 requests");
    }
}
