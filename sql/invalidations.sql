-- Requests to compute cells again, a row each. A request that is done is done for readers, too: its row comes with the
-- checkpoint of the last cells.
CREATE OR REPLACE VIEW ${database}.invalidations
(
    id String COMMENT 'Of the request',
    state LowCardinality(String) COMMENT 'waiting, running, paused, done, cancelled, refused',
    requested_at DateTime64(3, 'UTC') COMMENT 'Kafka timestamp of the request',
    from_time DateTime('UTC') COMMENT 'The first bucket may begin here',
    to_time DateTime('UTC') COMMENT 'No bucket begins here or later',
    registers Array(String) COMMENT 'Keys whose cells are computed again; none: all',
    reason String COMMENT 'Why',
    rate UInt64 COMMENT 'Documents a second',
    message String COMMENT 'Why it was refused',
    documents UInt64 COMMENT 'Rows of documents in the range when it began',
    expanded UInt64 COMMENT 'Those of them that were computed',
    pages UInt64 COMMENT 'Shifts (of models without shifts: days) that were computed',
    recomputed UInt64 COMMENT 'Values computed and compared with what was published',
    changed UInt64 COMMENT 'Those of them that were published again',
    remaining UInt64 COMMENT 'Rows of documents that are left',
    eta_seconds UInt64 COMMENT 'How long they take at this rate; of a paused request, from when it is resumed',
    updated_at DateTime64(3, 'UTC') COMMENT 'By the clock of the job'
)
AS
SELECT
    id,
    toString(state) AS state,
    requested_at,
    from_time,
    to_time,
    registers,
    reason,
    rate,
    message,
    documents,
    expanded,
    pages,
    done.compared AS recomputed,
    done.changed AS changed,
    if(state IN ('waiting', 'running', 'paused') AND documents > expanded, documents - expanded, 0) AS remaining,
    if(rate = 0, 0, intDiv(remaining + rate - 1, rate)) AS eta_seconds,
    updated_at
FROM (SELECT * FROM ${database}.invalidation_requests ORDER BY id, version DESC LIMIT 1 BY id) AS requests
LEFT JOIN
(
    SELECT id, sum(compared) AS compared, sum(changed) AS changed
    FROM (SELECT DISTINCT * FROM ${database}.invalidation_counts)
    GROUP BY id
) AS done USING (id)
