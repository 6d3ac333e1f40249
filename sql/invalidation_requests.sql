-- Requests to compute cells again: the greatest version of an id is valid. On the first shard.
CREATE TABLE IF NOT EXISTS ${database}.invalidation_requests
(
${columns}
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (id)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Requests to compute cells again, and how far they have come'
