-- Which changes between releases this database has had. Written by `recount schema apply`.
CREATE TABLE IF NOT EXISTS ${database}.migrations
(
    number UInt32 COMMENT 'Number of the file in sql/migrations',
    name String COMMENT 'Its name',
    digest String COMMENT 'SHA-256 of its text',
    ran UInt8 COMMENT '0: the tables were created with it',
    applied_at DateTime64(3, 'UTC') DEFAULT now64(3) COMMENT 'When, by the clock of the server'
)
ENGINE = ReplacingMergeTree
ORDER BY number
COMMENT 'Changes between releases that the tables have had'
