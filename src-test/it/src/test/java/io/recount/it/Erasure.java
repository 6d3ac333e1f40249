package io.recount.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.demo.DemoRun;
import java.util.List;

/**
 * What the run book says of erasing, done as it stands there but for the register.
 *
 * @param register that of the documents, in place of the one in the run book
 */
record Erasure(DemoRun run, String register) {

    private static final String ITS_REGISTER = "R-000017";
    /** The person. */
    private static final String VALUE = "C-4711";

    private static final String DRIVE = "9960440300000001";

    /**
     * Documents of 10, 20 and 5, the first of which was bad before, and a dead letter; with a place for the register.
     */
    String[] documents() {
        return new String[] {
            document(17, 0, "ten", "\"customer\":\"" + VALUE + "\""),
            document(17, 1, "10.00", "\"customer\":\"" + VALUE + "\""),
            document(18, 0, "20.00", "\"custom\":{\"loyalty\":\"" + VALUE + "\"}"),
            document(19, 0, "5.00", "\"custom\":{\"loyalty\":\"" + VALUE + "\",\"promo\":\"autumn\"}"),
            "{\"register\":\"%s\",\"customer\":\"" + VALUE + "\"}"
        };
    }

    private static String document(int number, int minutesLater, String total, String more) {
        return """
                {"kind":"receipt","register":"%%s","drive":"%s","number":%d,"shift":212,"printedAt":"2026-11-12T06:10:00Z",\
                "writtenAt":"2026-11-12T06:%d:00Z","type":"SALE","total":"%s",%s}""".formatted(DRIVE, number, 10 + minutesLater, total, more);
    }

    /** Lines of the file that is loaded. */
    String versions() {
        return section().blocks("json").get(0);
    }

    /** All statements that change rows. */
    void alterTables() {
        List<String> statements = statements("ALTER TABLE ");
        assertThat(statements).hasSize(4);
        statements.forEach(run.clickHouse()::execute);
    }

    /** Tables that have the person in any column, by all that is there; the run book's own queries find as much. */
    List<String> found() {
        List<String> tables = new Afterwards(run)
                .lines(
                        "SELECT name FROM system.tables WHERE database = 'recount' AND engine LIKE '%MergeTree' ORDER BY name");
        assertThat(tables).contains("cells", "cell_history", "documents", "models");
        List<String> found = tables.stream()
                .filter(table -> rows("SELECT * FROM " + table + " WHERE position(formatRow('JSONEachRow', *), '"
                                + VALUE + "') > 0")
                        > 0)
                .toList();
        List<String> queries = statements("SELECT ");
        assertThat(queries).hasSize(3);
        assertThat(queries.stream().mapToLong(this::rows).sum() > 0).isEqualTo(!found.isEmpty());
        return found;
    }

    private long rows(String query) {
        return run.clickHouse().number("SELECT count() FROM (" + query + ")");
    }

    String netTotal() {
        return new Afterwards(run)
                .lines("SELECT net_total FROM cell_report WHERE register = '" + register + "'")
                .get(0);
    }

    private List<String> statements(String beginning) {
        return section().statements().stream()
                .filter(statement -> statement.startsWith(beginning))
                .toList();
    }

    private Runbook section() {
        return new Runbook(Runbook.section("Erase a person's data").text().replace(ITS_REGISTER, register));
    }
}
