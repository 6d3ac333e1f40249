package io.recount.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.cells.model.ModelFile;
import io.recount.demo.clickhouse.ClickHouseHttp;
import io.recount.demo.clickhouse.ResultRow;
import io.recount.demo.clickhouse.ResultRows;
import io.recount.local.LocalClickHouse;
import io.recount.pipeline.schema.Schema;
import java.nio.file.Path;
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
}
