(
        SELECT newest.*, standing.store AS store
        FROM
        (
            SELECT * FROM ${database}.${table}
            WHERE (empty({registers:Array(String)}) OR ${key} IN {registers:Array(String)})
                AND (empty({stores:Array(String)})
                    OR ${key} GLOBAL IN (SELECT ${key} FROM ${database}.registers WHERE store IN {stores:Array(String)}))
                AND bucket >= toTimeZone(parseDateTimeBestEffort({from:String}, {zone:String}), 'UTC')
                AND bucket < toTimeZone(parseDateTimeBestEffort({to:String}, {zone:String}), 'UTC')
                AND ${fits}
            ORDER BY version DESC
            LIMIT 1 BY ${row_key}
        ) AS newest
        ASOF LEFT JOIN (SELECT ${key}, valid_from, max(store) AS store FROM ${database}.registers GROUP BY ${key}, valid_from) AS standing
            ON newest.${key} = standing.${key} AND newest.bucket >= standing.valid_from
        WHERE (documents > 0 OR errors > 0) AND (empty({stores:Array(String)}) OR standing.store IN {stores:Array(String)})
    )
