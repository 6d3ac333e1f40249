-- Audits: one row for each run of `recount audit`. On the first shard.
CREATE TABLE IF NOT EXISTS ${database}.audits
(
    audited_at  DateTime64(3, 'UTC') DEFAULT now64(3) COMMENT 'When the run was over, by the clock of the server',
    from_time   DateTime('UTC') COMMENT 'The first bucket that was audited began here or later',
    to_time     DateTime('UTC') COMMENT 'No audited bucket began here or later',
    registers   Array(String) COMMENT 'Keys that were named or drawn; none: all',
    sample      UInt64 COMMENT 'How many keys were to be drawn; 0: none was',
    timeline    UInt64 COMMENT 'Of the newest commit that was audited',
    checkpoint  UInt64 COMMENT 'Of the newest commit that was audited',
    compared    UInt64 COMMENT 'Rows of cells, shifts and field cells, published or expected',
    differences UInt64 COMMENT 'Those that were wrong when they were first compared',
    repaired    UInt64 COMMENT 'Those that were right again at the end of a run with --repair'
)
ENGINE = MergeTree
ORDER BY audited_at
COMMENT 'Runs of the audit';
