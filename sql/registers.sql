-- Where a register stands. Filled by the owner of the data, not by the job.
CREATE TABLE IF NOT EXISTS ${database}.registers
(
    ${key} String COMMENT 'Key of the documents',
    store String COMMENT 'Store it stands in',
    zone LowCardinality(String) DEFAULT 'UTC' COMMENT 'IANA time zone of the store',
    valid_from DateTime('UTC') DEFAULT toDateTime(0, 'UTC') COMMENT 'Since when; cells before the first row count for no store'
)
ENGINE = ReplacingMergeTree
ORDER BY (${key}, valid_from)
COMMENT 'Stores and time zones of the registers'
