-- Records of Kafka that were gone before they were read, where the job was told to go on behind them. What they held is in
-- no table, and when they came is not known: after read_until and before recorded_at. Reports mark this time, unless log_gap_repairs has the
-- gap.
CREATE TABLE IF NOT EXISTS ${database}.log_gaps
(
    timeline    UInt64 COMMENT 'With checkpoint: the commit that a submission went on from, behind the gap',
    checkpoint  UInt64,
    topic       LowCardinality(String) COMMENT 'Kafka topic, @ and its id: a topic that is created again is another log',
    partition   UInt32 COMMENT 'Kafka partition',
    from_offset UInt64 COMMENT 'The first record that was never read',
    to_offset   Nullable(UInt64) COMMENT 'The first offset behind them; NULL: the topic is gone, and how much it held is not known',
    read_until  DateTime64(3, 'UTC') COMMENT 'Kafka timestamp of the newest document that was read before the gap, less watermark.delay.duration; 1970 if there is none',
    recorded_at DateTime64(3, 'UTC') DEFAULT now64(3) COMMENT 'When this was written, by the clock of the server'
)
ENGINE = ReplacingMergeTree
ORDER BY (topic, partition, from_offset, timeline, checkpoint)
COMMENT 'Records that were gone before they were read'
