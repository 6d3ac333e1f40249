-- No partitions: a late document can move the opening of a shift across months. A fine index and small
-- compressed blocks, because reports ask for hundreds of single shifts.
CREATE TABLE IF NOT EXISTS ${database}.shifts
(
${columns},
    INDEX published (version, epoch) TYPE minmax GRANULARITY 1
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (${key}, ${shift})
SETTINGS index_granularity = 32, min_compress_block_size = 8192, non_replicated_deduplication_window = 10000
COMMENT 'Aggregates by key and shift, by the model ${model}'
