-- What was done for a request between two barriers, by subtask: rows are added up, and a row that comes twice is one.
CREATE TABLE IF NOT EXISTS ${database}.invalidation_counts
(
${columns}
)
ENGINE = ReplacingMergeTree
ORDER BY (id, timeline, checkpoint, subtask)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'What was done for requests to compute cells again'
