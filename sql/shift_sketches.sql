 AS _newest
LEFT JOIN
(
    SELECT ${key}, ${shift},
${merged}
    FROM (SELECT * FROM ${database}.cells WHERE ${condition} ORDER BY version DESC LIMIT 1 BY ${key}, ${shift}, bucket)
    GROUP BY ${key}, ${shift}
) AS _merged USING (${key}, ${shift})
