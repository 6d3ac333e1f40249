package io.recount.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.cells.model.ModelFile;
import io.recount.demo.clickhouse.ClickHouseHttp;
import io.recount.demo.clickhouse.ResultRow;
import io.recount.demo.clickhouse.ResultRows;
import io.recount.local.LocalClickHouse;
import io.recount.pipeline.schema.Schema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reports over rows of tables that were written by hand. */
class ReportsIT {

    private static final Path MODEL = Path.of(System.getProperty("recount.root"), "job/models/receipts.yaml");
    private static final String DATABASE = "recount";

    @TempDir
    private static Path folder;

    private static LocalClickHouse engine;
    private static ClickHouseHttp clickHouse;

    @BeforeAll
    static void createTables() {
        engine = LocalClickHouse.builder(folder.resolve("clickhouse")).build();
        engine.start();
        ClickHouseHttp anywhere = new ClickHouseHttp(engine.httpEndpoint(), "default");
        new Schema(ModelFile.read(MODEL), DATABASE)
                .statements()
                .forEach(statement -> anywhere.execute(statement.sql()));
        clickHouse = new ClickHouseHttp(engine.httpEndpoint(), DATABASE);
    }

    @AfterAll
    static void stopEngine() {
        engine.stop();
    }

    /** 2,470 cells with the greatest values they can hold: money, a plain number, a count. */
    @Test
    void sumsOverCellsGoBeyond64BitsAndNeverBecomeNegative() {
        clickHouse.execute("""
                INSERT INTO cells (register, shift, bucket, documents, m_id, m_val, version)
                SELECT 'R', number, '2026-10-12 09:00:00', 1, [2, 101, 161],
                    [9223372036854775807, 4000000000000000, 9223372036854775807], 1
                FROM numbers(2470)""");

        for (String report : new String[] {"store_hour_report", "store_day_report"}) {
            try (ResultRows rows = clickHouse.readableRows(
                    "SELECT documents, net_total, sale_count, sale_items, tainted FROM " + report)) {
                ResultRow row = rows.next();
                assertThat(row.present(0)).isEqualTo("2470");
                assertThat(row.present(1)).isEqualTo("227817289310312962432.90");
                assertThat(row.present(2)).isEqualTo("9880000000000000000");
                assertThat(row.present(3)).isEqualTo("22781728931031296243290");
                assertThat(row.present(4)).isEqualTo("0");
                assertThat(rows.hasNext()).as("more rows of %s", report).isFalse();
            }
        }
    }

    /** A shift of ten and eleven o'clock, and others around a gap from half past ten to half past eleven. */
    @Test
    void whatAGapOfTheLogOverlapsIsMarked() {
        clickHouse.execute("""
                INSERT INTO cells (register, shift, bucket, documents, version)
                SELECT 'G', if(number IN (10, 11), 1, number), toDateTime('2025-01-01 00:00:00', 'UTC') + number * 3600, 1, 1
                FROM numbers(8, 6)
                UNION ALL SELECT 'G', 99, toDateTime('2025-01-02 00:00:00', 'UTC'), 1, 1""");
        clickHouse.execute("INSERT INTO shifts (register, shift, documents, version)"
                + " SELECT register, shift, 1, 1 FROM cells WHERE register = 'G' GROUP BY register, shift");
        clickHouse.execute("""
                INSERT INTO log_gaps (timeline, checkpoint, topic, partition, from_offset, to_offset, read_until, recorded_at)
                VALUES (1, 1, 'receipts@life', 0, 5, NULL, '2025-01-01 10:30:00', '2025-01-01 11:30:00')""");

        assertThat(marked("toString(bucket)", "cell_report", "register = 'G'"))
                .containsExactly("2025-01-01 10:00:00", "2025-01-01 11:00:00");
        assertThat(marked("toString(shift)", "shift_report", "register = 'G'")).containsExactly("1");
        assertThat(marked("toString(hour)", "store_hour_report", "toYear(hour) = 2025"))
                .containsExactly("2025-01-01 10:00:00", "2025-01-01 11:00:00");
        assertThat(marked("toString(day)", "store_day_report", "toYear(day) = 2025"))
                .containsExactly("2025-01-01");
        assertThat(clickHouse.number("SELECT count() FROM store_day_report WHERE toYear(day) = 2025"))
                .isEqualTo(2);

        clickHouse.execute("INSERT INTO log_gap_repairs (timeline, checkpoint, topic, partition, from_offset, reason)"
                + " VALUES (1, 1, 'receipts@life', 0, 5, 'loaded')");
        for (String report : List.of("cell_report", "shift_report", "store_hour_report", "store_day_report")) {
            assertThat(marked("1", report, "1")).as(report).isEmpty();
        }
    }

    private static List<String> marked(String column, String report, String where) {
        List<String> marked = new ArrayList<>();
        try (ResultRows rows = clickHouse.readableRows(
                "SELECT DISTINCT " + column + " FROM " + report + " WHERE " + where + " AND log_gap = 1 ORDER BY 1")) {
            rows.forEachRemaining(row -> marked.add(row.present(0)));
        }
        return marked;
    }
}
