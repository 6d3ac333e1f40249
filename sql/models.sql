-- Under which model each submission began, and what has become of the measures until then. The job writes a row before it
-- publishes anything; the view measures shows the newest. On the first shard.
CREATE TABLE IF NOT EXISTS ${database}.models
(
    timeline                  UInt64 COMMENT 'The submission that began under the model',
    fingerprint               String COMMENT 'What state calls the model that it was written under',
    meaning                   String COMMENT 'What numbers depend on, a line an entry' CODEC(ZSTD(3)),
    changes                   Array(UInt64) COMMENT 'Submissions of its history that began under another model than the one before; of each, the request fill-N has cells computed again',
    `measures.id`             Array(UInt16) COMMENT 'Measures of this model and of those before it',
    `measures.name`           Array(String),
    `measures.label`          Array(String),
    `measures.kind`           Array(String),
    `measures.unit`           Array(String),
    `measures.added`          Array(UInt64) COMMENT 'The submission that brought it; 0: there from the beginning',
    `measures.documents_from` Array(UInt64) COMMENT 'The submission from which on documents have what it needs; 0: all have',
    `measures.removed`        Array(UInt64) COMMENT 'The submission that removed it; 0: it is there'
)
ENGINE = ReplacingMergeTree
ORDER BY (timeline)
COMMENT 'Models that were in use'
