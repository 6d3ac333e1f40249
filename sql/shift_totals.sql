-- Shifts by a list of keys: SELECT … FROM shift_totals(keys = [('R-000017', 212)]). The keys reach the primary key.
CREATE OR REPLACE VIEW ${database}.shift_totals
(
${view_columns}
)
AS SELECT
${expressions}
FROM
(
    SELECT *, ${sums}
    FROM
    (
        SELECT * FROM ${database}.shifts
        WHERE (${key}, ${shift}) IN {keys:Array(Tuple(String, UInt64))}
        ORDER BY version DESC
        LIMIT 1 BY ${key}, ${shift}
    )
    WHERE documents > 0 OR errors > 0
)${sketches}
COMMENT 'Shifts of a list with every measure by name'
