-- Newest row of every cell first, only then anything else: a filter must never choose between versions.
CREATE OR REPLACE VIEW ${database}.cell_report
(
${view_columns}
)
AS SELECT
${expressions}
FROM (SELECT * FROM ${database}.cells ORDER BY version DESC LIMIT 1 BY ${key}, ${shift}, bucket)
WHERE documents > 0 OR errors > 0
COMMENT 'Cells with every measure by name'
