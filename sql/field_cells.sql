-- Aggregates by the values of the merchants' own fields.
CREATE TABLE IF NOT EXISTS ${database}.field_cells
(
${columns},
    INDEX published (version, epoch) TYPE minmax GRANULARITY 1
)
ENGINE = ReplacingMergeTree(version)
PARTITION BY toYYYYMM(bucket)
ORDER BY (${key}, ${shift}, bucket, field, value)
SETTINGS index_granularity = 2048, non_replicated_deduplication_window = 10000
COMMENT 'Aggregates by key, shift, bucket and the value of a field, by the model ${model}'
