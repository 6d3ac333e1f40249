-- What could not be counted: bad versions, of which the newest of their document taint its cell, and dead letters. A message
-- that was read later, after the model was mended, is none.
CREATE OR REPLACE VIEW ${database}.errors
(
    kind LowCardinality(String) COMMENT 'bad version, dead letter',
    open UInt8 COMMENT '1: nothing newer has taken its place; a dead letter stays open until its message is read',
    ${key} String COMMENT 'Key of the document; empty for a dead letter',
    id String COMMENT 'Scope and id of the document; the hash of a dead letter',
    time Nullable(DateTime64(6, 'UTC')) COMMENT 'Time of the document',
    reason LowCardinality(String) COMMENT 'Code of the reason',
    problem String COMMENT 'What is wrong, in a sentence',
    topic LowCardinality(String) COMMENT 'Kafka topic; file:NAME of a file that was loaded',
    partition UInt32 COMMENT 'Kafka partition of the first delivery; of a file 0',
    offset UInt64 COMMENT 'Kafka offset of the first delivery; of a file the line',
    first_seen DateTime64(3, 'UTC') COMMENT 'Kafka timestamp of the first delivery',
    last_seen DateTime64(3, 'UTC') COMMENT 'Kafka timestamp of the last delivery; of a bad version the first one',
    excerpt String COMMENT 'Beginning of the message; empty unless errors.excerpt.bytes is set',
    message_hash UInt64 COMMENT 'xxHash64 of the message'
)
AS
SELECT
    'bad version' AS kind,
    (${version}, _hash) = newest AS open,
    ${key},
    ${id_text} AS id,
    ${time} AS time,
    _reason AS reason,
    _problem AS problem,
    substringIndex(_topic, '@', 1) AS topic,
    _partition AS partition,
    _offset AS offset,
    _appended_at AS first_seen,
    _appended_at AS last_seen,
    '' AS excerpt,
    _hash AS message_hash
FROM
(
    SELECT *, max((${version}, _hash)) OVER (PARTITION BY ${id}) AS newest
    FROM (SELECT * FROM ${database}.documents ORDER BY _state = 'bad', _appended_at LIMIT 1 BY ${id}, ${version}, _hash)
    WHERE (${id}) GLOBAL IN (SELECT ${id} FROM ${database}.documents WHERE _state = 'bad')
)
WHERE _state = 'bad'
UNION ALL
SELECT
    'dead letter', 1, '', hex(message_hash), NULL, reason, any(problem),
    substringIndex(topic, '@', 1), min(first_position).1, min(first_position).2, min(dead_letters.first_seen), max(dead_letters.last_seen), anyLast(dead_letters.excerpt), message_hash
FROM ${database}.dead_letters
WHERE message_hash GLOBAL NOT IN (SELECT _hash FROM ${database}.documents WHERE _hash GLOBAL IN (SELECT message_hash FROM ${database}.dead_letters))
GROUP BY topic, reason, message_hash
COMMENT 'Bad versions and dead letters'
