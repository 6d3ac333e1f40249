
LEFT JOIN
(
    SELECT store, groupArray((valid_from, valid_to)) AS stays
    FROM
    (
        SELECT store, valid_from,
            leadInFrame(valid_from, 1, toDateTime(4294967295, 'UTC'))
                OVER (PARTITION BY ${key} ORDER BY valid_from ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS valid_to
        FROM (SELECT ${key}, valid_from, max(store) AS store FROM ${database}.registers GROUP BY ${key}, valid_from)
    )
    GROUP BY store
) AS standing USING (store)
