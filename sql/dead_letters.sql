-- Messages without place, id or version, from Kafka and from files that were loaded. A redelivery has the same hash and merges into the same row.
CREATE TABLE IF NOT EXISTS ${database}.dead_letters
(
    topic LowCardinality(String) COMMENT 'Kafka topic, @ and its id: a topic that is created again is another log; of a file: file:NAME, @ and what its progress is kept under',
    reason LowCardinality(String) COMMENT 'Code of the reason',
    message_hash UInt64 COMMENT 'xxHash64 of the message',
    problem SimpleAggregateFunction(any, String) COMMENT 'What is wrong, in a sentence',
    message_bytes SimpleAggregateFunction(any, UInt64) COMMENT 'Size of the message',
    excerpt SimpleAggregateFunction(anyLast, String) COMMENT 'Its beginning; empty unless errors.excerpt.bytes is set',
    first_seen SimpleAggregateFunction(min, DateTime64(3, 'UTC')) COMMENT 'Kafka timestamp of the first delivery; of a file when it was loaded',
    last_seen SimpleAggregateFunction(max, DateTime64(3, 'UTC')) COMMENT 'Kafka timestamp of the last delivery; of a file when it was loaded',
    first_position SimpleAggregateFunction(min, Tuple(UInt32, UInt64)) COMMENT 'Least (partition, offset) it was read at; of a file (0, line)',
    last_position SimpleAggregateFunction(max, Tuple(UInt32, UInt64)) COMMENT 'Greatest (partition, offset) it was read at; of a file (0, line)',
    raw SimpleAggregateFunction(max, String) COMMENT 'The message as it came; empty unless documents.raw.enabled' CODEC(ZSTD(1))
)
ENGINE = AggregatingMergeTree
ORDER BY (topic, reason, message_hash)
COMMENT 'Messages that are no documents and fit no rule'
