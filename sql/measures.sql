-- What the ids in m_id mean. Written by `recount schema apply`.
CREATE TABLE IF NOT EXISTS ${database}.measures
(
    id UInt16 COMMENT 'Id in m_id; never reused',
    name String COMMENT 'Name of the column in the views',
    label String COMMENT 'For people',
    kind LowCardinality(String) COMMENT 'count, sum, min, max, first, last',
    unit LowCardinality(String) COMMENT 'documents, number, money(scale), time',
    valid_from DateTime('UTC') DEFAULT toDateTime(0, 'UTC') COMMENT 'Cells from here on have the measure',
    filled_to DateTime('UTC') DEFAULT toDateTime(0, 'UTC') COMMENT 'Cells before have been computed again up to here'
)
ENGINE = ReplacingMergeTree
ORDER BY id
COMMENT 'Measures of the model ${model}'
