-- Values of a merchant's field over a range of time, with the parameters of the other totals and field = 'promo'. The most
-- of something are ORDER BY and LIMIT outside.
CREATE OR REPLACE VIEW ${database}.field_totals
(
${view_columns}
)
AS SELECT
${expressions}
FROM
(
    SELECT
${totals}
    FROM ${rows}
    GROUP BY value
)
COMMENT 'Values of a field with every measure by name'
