SELECT p.body
FROM prediction AS p
JOIN prediction_set AS t ON t.n = p."set"
JOIN state AS s ON s.n = p.state
WHERE s.id = ? AND t.locked IS NOT NULL
ORDER BY t.n, p.method
