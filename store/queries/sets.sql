SELECT t.name, t.locked, count(p.method), count(DISTINCT p.state),
       (SELECT json_group_object(m.method, m.n)
        FROM (SELECT method, count(*) AS n FROM prediction WHERE "set" = t.n GROUP BY method ORDER BY method) AS m)
FROM prediction_set AS t
LEFT JOIN prediction AS p ON p."set" = t.n
GROUP BY t.n
ORDER BY t.n
