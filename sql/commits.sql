-- The ledger: what is published, and how far the sources were read for it. One row for each start of the job and one for
-- each committed checkpoint that says something new; an idle job writes one in five minutes. The newest commit (greatest
-- timeline, then checkpoint) tells what the published tables hold.
CREATE TABLE IF NOT EXISTS ${database}.commits
(
    timeline                UInt64 COMMENT 'The submission that took the checkpoint: seconds since the epoch at which it was submitted',
    checkpoint              UInt64 COMMENT 'The checkpoint; in a start row the one that was restored, 0 without state',
    kind                    Enum8('start' = 1, 'commit' = 2) COMMENT 'start: the job began and committed nothing; commit: every row of the checkpoint is in',
    committed_at            DateTime64(3, 'UTC') DEFAULT now64(3) COMMENT 'When the row was written, by the clock of the server',
    job                     String COMMENT 'What the job calls itself: its model, and what is frozen',
    submission              String COMMENT 'Tells two submissions apart that took the same timeline',
    watermark               DateTime64(3, 'UTC') COMMENT 'Event time up to which the sources are complete; never falls along a lineage; 1970 if unknown',
    `ancestors.timeline`    Array(UInt64) COMMENT 'The timelines this one descends from, oldest first',
    `ancestors.checkpoint`  Array(UInt64) COMMENT 'The checkpoint at which its successor left it',
    `cuts.timeline`         Array(UInt64) COMMENT 'Of each ancestor, by partition, the first offset that is not part of this lineage',
    `cuts.topic`            Array(LowCardinality(String)) COMMENT 'Kafka topic, @ and its id: a topic that is created again is another log',
    `cuts.partition`        Array(UInt32),
    `cuts.next_offset`      Array(UInt64),
    `positions.topic`       Array(LowCardinality(String)) COMMENT 'By partition, the first offset that is not part of what is published',
    `positions.partition`   Array(UInt32),
    `positions.next_offset` Array(UInt64),
    counters                Map(LowCardinality(String), UInt64) COMMENT 'What the job counted, summed up along the lineage',
    rows                    UInt64 COMMENT 'Rows that this checkpoint published',
    blocks                  UInt64 COMMENT 'Inserts it took',
    shard_weights           Array(UInt32) COMMENT 'By which its rows were routed to the shards, in the order of their servers'
)
ENGINE = ReplacingMergeTree
ORDER BY (timeline, checkpoint, kind)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'What is published, and how far the sources were read for it';
