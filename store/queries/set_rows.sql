SELECT p.body
FROM prediction AS p
JOIN state AS s ON s.n = p.state
WHERE p."set" = ?
ORDER BY p.method, s.id
