-- Every published row of a cell, also those that merges have taken from `cells`, for `recount explain`. A block that a
-- repeated commit inserts again has equal keys here, too. Which commit a row came with follows from version and epoch.
CREATE TABLE IF NOT EXISTS ${database}.cell_history
(
${columns},
    `kept_at` DateTime('UTC') DEFAULT now() COMMENT 'When it was written, by the clock of the server'
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(bucket)
ORDER BY (${key}, ${shift}, bucket, version, epoch)
TTL kept_at + toIntervalSecond(${seconds})
SETTINGS index_granularity = 1024, non_replicated_deduplication_window = 10000
COMMENT 'Published rows of cells, by the model ${model}'
