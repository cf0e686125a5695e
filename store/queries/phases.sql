SELECT c.state, c.phase, c.under, c.reserve
FROM state AS s
JOIN course AS c ON c.state = s.id
ORDER BY s.n
