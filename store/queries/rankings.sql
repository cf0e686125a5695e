SELECT t.name, p.body
FROM prediction AS p
JOIN prediction_set AS t ON t.n = p."set"
JOIN state AS s ON s.n = p.state
WHERE p.state IN (SELECT value FROM json_each(:states))
  AND (:every OR t.name IN (SELECT value FROM json_each(:sets)))
ORDER BY t.n, p.method, s.n
