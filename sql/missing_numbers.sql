-- Numbers that nobody has seen, of models whose ids are a sequence: SELECT … FROM missing_numbers(registers = [],
-- from = '2026-10-01 00:00:00', to = '2026-11-01 00:00:00'). No registers: all. A row is numbers that follow each other
-- between two documents, at least one of which is in the range. What a document of the number says does not matter: bad
-- versions and deletes have it, too. Numbers before the first and after the last one that came are not missing.
CREATE OR REPLACE VIEW ${database}.missing_numbers
(
    ${key} String COMMENT 'Key of the documents',
    scope String COMMENT 'Within which numbers follow each other',
    first_number UInt64 COMMENT 'The first that is missing',
    last_number UInt64 COMMENT 'The last that is missing',
    missing UInt64 COMMENT 'How many these are',
    after DateTime64(6, 'UTC') COMMENT 'Time of the document in front of them',
    before DateTime64(6, 'UTC') COMMENT 'Time of the document behind them'
)
AS SELECT
    ${key},
    scope,
    previous + 1 AS first_number,
    number - 1 AS last_number,
    number - previous - 1 AS missing,
    previous_time AS after,
    time AS before
FROM
(
    SELECT
        ${key}, scope, number, time,
        lagInFrame(number, 1, number) OVER sequence AS previous,
        lagInFrame(time, 1, time) OVER sequence AS previous_time
    FROM
    (
        SELECT ${key}, ${scope} AS scope, d.${number} AS number, max(d.${time}) AS time
        FROM ${database}.documents AS d
        WHERE empty({registers:Array(String)}) OR ${key} IN {registers:Array(String)}
        GROUP BY ${key}, scope, number
    )
    WINDOW sequence AS (PARTITION BY ${key}, scope ORDER BY number ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)
)
WHERE number > previous + 1
    AND ((time >= {from:DateTime64(6, 'UTC')} AND time < {to:DateTime64(6, 'UTC')})
        OR (previous_time >= {from:DateTime64(6, 'UTC')} AND previous_time < {to:DateTime64(6, 'UTC')}))
COMMENT 'Numbers that nobody has seen'
