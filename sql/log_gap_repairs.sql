-- Gaps of log_gaps that are no more: somebody has loaded what they held, or does not miss it. Reports do not mark them.
CREATE TABLE IF NOT EXISTS ${database}.log_gap_repairs
(
    timeline    UInt64 COMMENT 'As in log_gaps, and all up to from_offset',
    checkpoint  UInt64,
    topic       LowCardinality(String),
    partition   UInt32,
    from_offset UInt64,
    reason      String COMMENT 'Why nothing is missed, in words of whoever closed it',
    repaired_at DateTime64(3, 'UTC') DEFAULT now64(3) COMMENT 'When it was closed, by the clock of the server'
)
ENGINE = ReplacingMergeTree
ORDER BY (topic, partition, from_offset, timeline, checkpoint)
COMMENT 'Gaps that are closed'
