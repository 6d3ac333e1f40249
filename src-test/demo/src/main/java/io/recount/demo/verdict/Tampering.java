package io.recount.demo.verdict;

import static java.util.stream.Collectors.joining;

import io.recount.demo.audit.DocumentRoles;
import io.recount.demo.clickhouse.ClickHouseHttp;
import io.recount.demo.clickhouse.Sql;

/**
 * Falsifies published cells: of each the last measure is made greater by one, in a row that outranks the right one. A
 * comparison that does not find exactly these is worth nothing.
 */
public record Tampering(ClickHouseHttp clickHouse, DocumentRoles roles, PopularColumns popular) {

    /**
     * Falsifies so many cells.
     *
     * @return how many; fewer if there are no more
     */
    public long cells(int count) {
        String key = "%s, %s, bucket".formatted(Sql.name(roles.key()), Sql.name(roles.shiftColumn()));
        String newest = "SELECT * FROM cells ORDER BY %s, version DESC LIMIT 1 BY %s".formatted(key, key);
        String chosen = "SELECT * FROM (%s) WHERE notEmpty(m_id) ORDER BY cityHash64(%s), %s LIMIT %d"
                .formatted(newest, key, key, count);
        long before = clickHouse.number("SELECT count() FROM (%s)".formatted(chosen));
        clickHouse.execute("INSERT INTO cells SELECT * REPLACE (%s) FROM (%s)".formatted(falsified(), chosen));
        return before;
    }

    private String falsified() {
        String columns = popular.measures().stream()
                .map(measure -> "%1$s + (m_id[-1] = %2$d) AS %1$s, ".formatted(Sql.name(measure.name()), measure.id()))
                .collect(joining());
        return columns + "arrayPushBack(arrayPopBack(m_val), m_val[-1] + 1) AS m_val, version + 1 AS version";
    }
}
