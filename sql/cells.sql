-- One row a publication; the greatest version of a key is valid. The partition is a function of the key, so rows of one
-- key always meet. Sparse arrays read several times faster than a column a measure once many measures are read.
CREATE TABLE IF NOT EXISTS ${database}.cells
(
${columns},
    INDEX published (version, epoch) TYPE minmax GRANULARITY 1
)
ENGINE = ReplacingMergeTree(version)
PARTITION BY toYYYYMM(bucket)
ORDER BY (${key}, ${shift}, bucket)
SETTINGS index_granularity = 1024, non_replicated_deduplication_window = 10000
COMMENT 'Aggregates by key, shift and bucket, by the model ${model}'
