-- Cells of all registers of a store. A register without a row in `registers` counts for the store ''.
CREATE OR REPLACE VIEW ${database}.store_day_report
(
${view_columns}
)
AS SELECT
${expressions}
FROM
(
    SELECT
${totals}
    FROM
    (
        SELECT newest.*, stores.store AS store, toDate(bucket) AS day
        FROM (SELECT * FROM ${database}.cells ORDER BY version DESC LIMIT 1 BY ${key}, ${shift}, bucket) AS newest
        ASOF LEFT JOIN (SELECT ${key}, valid_from, max(store) AS store FROM ${database}.registers GROUP BY ${key}, valid_from) AS stores
            ON newest.${key} = stores.${key} AND newest.bucket >= stores.valid_from
        WHERE documents > 0 OR errors > 0
    )
    GROUP BY store, day
)
COMMENT 'Stores by day (UTC) with every measure by name'
