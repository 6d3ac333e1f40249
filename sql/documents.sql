-- The log of accepted versions: one row a version, good, bad or deleted. No merge decides which version is the newest:
-- equal keys are equal rows, and an abandoned version must not erase the one it replaced. Few partitions, because a look-up
-- by id touches every one of them.
CREATE TABLE IF NOT EXISTS ${database}.documents
(
${columns},
    ${shift_index}INDEX time_range ${time} TYPE minmax GRANULARITY 1
)
ENGINE = ReplacingMergeTree
PARTITION BY toYear(${time})
ORDER BY (${id}, ${version}, _timeline, _topic, _partition, _offset)
SETTINGS index_granularity = 1024, non_replicated_deduplication_window = 10000
COMMENT 'Accepted versions of documents, by the model ${model}'
