package io.recount.demo.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.demo.clickhouse.CannedAnswers;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LedgerRowTest {

    private static final String HEAD = """
            ["checkpoint","partition","offset","names","counts"]
            ["UInt64","Array(UInt32)","Array(UInt64)","String","Array(UInt64)"]
            """;

    @Test
    void everyRecordHasOneOutcomeWhateverElseIsCounted() throws IOException {
        LedgerRow row = read("""
                [7, [1, 0], [30, 12], "read\\nnew\\nlate\\nties\\nignored(status_update)\\nrejected(not_json)\\nbad", [42, 30, 9, 2, 8, 3, 1]]
                """);
        assertThat(row.read()).isEqualTo(42);
        assertThat(row.outcomes()).isEqualTo(42);
        assertThat(row.ignored()).isEqualTo(8);
        assertThat(row.rejected()).isEqualTo(3);
        assertThat(row.committed()).isEqualTo(42);
        assertThat(row.outcomesInWords()).doesNotContain("late", "ties", "read ");
    }

    @Test
    void allPartitionsHaveToBeReached() throws IOException {
        LedgerRow row = read("[7, [0, 1], [12, 30], \"\", []]\n");
        assertThat(row.reaches(Map.of(0, 12L, 1, 30L))).isTrue();
        assertThat(row.reaches(Map.of(0, 12L, 1, 31L))).isFalse();
        assertThat(row.reaches(Map.of(0, 12L, 2, 1L))).isFalse();
        assertThat(row.reaches(Map.of(0, 12L, 2, 0L))).isTrue();
    }

    @Test
    void ledgerMayBeEmpty() throws IOException {
        try (CannedAnswers server = new CannedAnswers(200, HEAD)) {
            assertThat(LedgerRow.newest(server.clickHouse())).isEmpty();
        }
    }

    private static LedgerRow read(String row) throws IOException {
        try (CannedAnswers server = new CannedAnswers(200, HEAD + row)) {
            return LedgerRow.newest(server.clickHouse()).orElseThrow();
        }
    }
}
