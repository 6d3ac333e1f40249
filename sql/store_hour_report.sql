-- Cells of all registers of a store. A register without a row in `registers` counts for the store ''.
CREATE OR REPLACE VIEW ${database}.store_hour_report
(
${view_columns}
)
AS WITH sumMap(m_id, m_val) AS sums
SELECT
${expressions}
FROM
(
    SELECT *, toStartOfHour(bucket) AS hour
    FROM (SELECT * FROM ${database}.cells ORDER BY version DESC LIMIT 1 BY ${key}, ${shift}, bucket) AS newest
    LEFT JOIN (SELECT ${key}, store FROM ${database}.registers ORDER BY valid_from DESC LIMIT 1 BY ${key}) AS stores
        USING (${key})
    WHERE documents > 0 OR errors > 0
)
GROUP BY store, hour
COMMENT 'Stores by hour (UTC) with every measure by name'
