CREATE OR REPLACE VIEW ${database}.shift_report
(
${view_columns}
)
AS SELECT
${expressions}
FROM (SELECT * FROM ${database}.shifts ORDER BY version DESC LIMIT 1 BY ${key}, ${shift})${sketches}
WHERE documents > 0 OR errors > 0
COMMENT 'Shifts with every measure by name'
