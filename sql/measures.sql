-- What the ids in m_id mean, and which cells have them: those of a new measure that begin later than its model, those
-- before it too once the request that computes them again is done. On the first shard.
CREATE OR REPLACE VIEW ${database}.measures
(
    id UInt16 COMMENT 'Id in m_id; never reused. Of a sketch m_val holds a checksum of its values',
    name String COMMENT 'Name of the column in the views',
    label String COMMENT 'For people',
    kind LowCardinality(String) COMMENT 'count, sum, min, max, first, last, uniq, uniq_exact, quantile',
    unit LowCardinality(String) COMMENT 'documents, values, number, money(scale), time',
    valid_from DateTime('UTC') COMMENT 'Cells that begin here or later have the measure; 1970: all have',
    filled_to Nullable(String) COMMENT 'While earlier cells are computed again: the last key that is done, in the order of keys; empty: none yet; NULL: there is nothing to do',
    removed_at Nullable(DateTime('UTC')) COMMENT 'When a model without it began; NULL: the model has it'
)
AS
SELECT
    measure.1 AS id,
    measure.2 AS name,
    measure.3 AS label,
    measure.4 AS kind,
    measure.5 AS unit,
    toDateTime(if(measure.6 = 0 OR filling.is_done = 1, measure.7, greatest(measure.6, measure.7)), 'UTC') AS valid_from,
    if(measure.6 = 0 OR measure.8 != 0 OR filling.is_done = 1, NULL, filling.done_to) AS filled_to,
    if(measure.8 = 0, NULL, toDateTime(measure.8, 'UTC')) AS removed_at
FROM
(
    SELECT
        arrayJoin(arrayZip(
            `measures.id`, `measures.name`, `measures.label`, `measures.kind`, `measures.unit`,
            `measures.added`, `measures.documents_from`, `measures.removed`)) AS measure,
        concat('fill-', toString(measure.6)) AS fill
    FROM (SELECT * FROM ${database}.models ORDER BY timeline DESC LIMIT 1)
) AS newest
LEFT JOIN
(
    SELECT id AS fill, state = 'done' AS is_done, cursor_register AS done_to
    FROM (SELECT * FROM ${database}.invalidation_requests ORDER BY id, version DESC LIMIT 1 BY id)
) AS filling USING (fill)
