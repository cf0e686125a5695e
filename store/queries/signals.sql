SELECT g.reviewer, s.id, g.verdict, g.note, g.hash
FROM signal AS g
JOIN state AS s ON s.n = g.state
ORDER BY g.reviewer, s.id
