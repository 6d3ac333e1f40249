package io.recount.bench.throughput;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.recount.bench.path.BenchPath;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThroughputResultTest {

    @Test
    void programsGetEveryPathAndEveryRatio() throws JsonProcessingException {
        ThroughputResult result = ThroughputResult.of(List.of(
                Measured.path(BenchPath.LIMIT, 10, 12, 99),
                Measured.path(BenchPath.RECOUNT, 18),
                Measured.path(BenchPath.RECOUNT_WITH_SINKS, 24),
                Measured.path(BenchPath.NAIVE, 80),
                Measured.path(BenchPath.FLINK_SQL_20, 180),
                Measured.path(BenchPath.FLINK_SQL_200, 1_800)));
        assertThat(new JsonMapper().readTree(json(result))).isEqualTo(new JsonMapper().readTree("""
                        {"paths": [
                          {"name": "limit", "cpuSecondsPerMillion": 6.0, "documentsPerSecond": 200000.0},
                          {"name": "recount", "cpuSecondsPerMillion": 9.0, "documentsPerSecond": 200000.0,
                           "stateBytesPerDocument": 50.0},
                          {"name": "recountWithSinks", "cpuSecondsPerMillion": 12.0, "documentsPerSecond": 200000.0,
                           "clickHouseCpuSecondsPerMillion": 3.0, "stateBytesPerDocument": 50.0},
                          {"name": "naive", "cpuSecondsPerMillion": 40.0, "documentsPerSecond": 200000.0,
                           "stateBytesPerDocument": 50.0},
                          {"name": "flinkSql20", "cpuSecondsPerMillion": 90.0, "documentsPerSecond": 200000.0},
                          {"name": "flinkSql200", "cpuSecondsPerMillion": 900.0, "documentsPerSecond": 200000.0}],
                         "ratios": {"recountToLimit": 1.5, "recountWithSinksToLimit": 2.0,
                          "flinkSql20ToRecount": 10.0, "flinkSql200ToRecount": 100.0}}"""));
    }

    @Test
    void ratiosOfPathsThatWereNotMeasuredAreAbsent() throws JsonProcessingException {
        ThroughputResult result = ThroughputResult.of(
                List.of(Measured.path(BenchPath.RECOUNT, 18), Measured.path(BenchPath.FLINK_SQL_20, 180)));
        assertThat(json(result)).endsWith("\"ratios\":{\"flinkSql20ToRecount\":10.0}}");
    }

    @Test
    void peopleReadWhetherARequirementIsMet() {
        ThroughputResult result = ThroughputResult.of(List.of(
                Measured.path(BenchPath.LIMIT, 10),
                Measured.path(BenchPath.RECOUNT, 16),
                Measured.path(BenchPath.RECOUNT_WITH_SINKS, 23),
                Measured.path(BenchPath.FLINK_SQL_20, 128),
                Measured.path(BenchPath.FLINK_SQL_200, 799)));
        assertThat(result.lines())
                .filteredOn(line -> line.contains("required"))
                .satisfiesExactly(
                        line -> assertThat(line).contains("recountToLimit", "1.60", "<=  1.6: met"),
                        line -> assertThat(line).contains("recountWithSinksToLimit", "2.30", "<=  2.2: not met"),
                        line -> assertThat(line).contains("flinkSql20ToRecount", "8.00", ">=  8.0: met"),
                        line -> assertThat(line).contains("flinkSql200ToRecount", "49.94", ">= 50.0: not met"));
    }

    @Test
    void theSecondHalfStandsBesideTheWhole() {
        PathResult recount = Measured.path(BenchPath.RECOUNT, 18, 16, 20);
        assertThat(recount.cpuSecondsPerMillion()).isEqualTo(9.0);
        assertThat(recount.warmCpuSecondsPerMillion()).isEqualTo(4.5);
    }

    @Test
    void stallsAreThoseOfAllRounds() {
        PathResult recount = Measured.path(BenchPath.RECOUNT, 18, 16, 20);
        assertThat(recount.stallMillis(0.5)).isEqualTo(10);
        assertThat(recount.stallMillis(1)).isEqualTo(20);
    }

    private static String json(ThroughputResult result) throws JsonProcessingException {
        return new JsonMapper().writeValueAsString(result.values());
    }
}
