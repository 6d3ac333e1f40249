CREATE OR REPLACE VIEW ${database}.field_report
(
${view_columns}
)
AS SELECT
${expressions}
FROM (SELECT * FROM ${database}.field_cells ORDER BY version DESC LIMIT 1 BY ${key}, ${shift}, bucket, field, value)
WHERE documents > 0
COMMENT 'Values of the merchants fields with every measure by name'
