-- Cells by hour, day or month of a time zone: SELECT … FROM ${view}(registers = [], stores = ['S-1'], from = '2026-10-01',
-- to = '2026-11-01', zone = 'Europe/Berlin'). No registers, no stores: all. The range is local time, or has an offset of its
-- own. Of every cell the newest row is chosen before anything else is asked of it. A register stands in the store that
-- `registers` says for the time of the cell, or in the store ''.
CREATE OR REPLACE VIEW ${database}.${view}
(
${view_columns}
)
AS WITH
    (SELECT argMax((watermark, committed_at), (timeline, checkpoint)) FROM ${database}.commits WHERE kind = 'commit') AS ledger
SELECT
${expressions}
FROM
(
    SELECT
${totals}
    FROM (SELECT *, ${begin} AS begin FROM ${rows})
    GROUP BY ${group}, begin
) AS totals${stays}
COMMENT '${comment}'
