package io.recount.demo.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.demo.clickhouse.CannedAnswers;
import io.recount.demo.clickhouse.ResultRows;
import io.recount.harness.expectation.DeclaredModel;
import io.recount.harness.expectation.MeasureValues;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class NamedColumnsTest {

    private static final DeclaredModel MODEL = DeclaredModel.parse("""
            fields:
              total: {type: money(2)}
              number: {type: uint}
            document: {key: register, bucket: 1h}
            measures:
              - {name: receipts, id: 1, count: true}
              - {name: net_total, id: 2, sum: total}
              - {name: smallest, id: 3, min: total}
              - {name: first_number, id: 4, first: number}
            """);

    private static final String HEAD = """
            ["store","net_total","smallest","first_number","first_number_at","receipts","other"]
            ["String","Decimal(38, 2)","Nullable(Decimal(38, 2))","Nullable(Int64)","Nullable(DateTime64(6, 'UTC'))","UInt64","UInt64"]
            """;

    @Test
    void unitsOfPeopleBecomeThoseOfTheTables() throws IOException {
        assertThat(values("[\"S\", -12.5, 0, 48211, \"1760251267.000001\", 3, 9]\n"))
                .isEqualTo(of(Map.of(1, 3L, 2, -1250L, 3, 0L, 4, 48_211L, 5, 1_760_251_267_000_001L)));
    }

    @Test
    void zeroOfASumAndNullOfAMinimumAreAbsent() throws IOException {
        assertThat(values("[\"S\", 0, null, null, null, 0, 0]\n")).isEqualTo(MeasureValues.none());
    }

    private static MeasureValues values(String row) throws IOException {
        try (CannedAnswers server = new CannedAnswers(200, HEAD + row);
                ResultRows rows = server.clickHouse().rows("SELECT everything")) {
            return NamedColumns.in(rows, MODEL).of(rows.next());
        }
    }

    private static MeasureValues of(Map<Integer, Long> values) {
        return MeasureValues.of(new TreeMap<>(values));
    }
}
