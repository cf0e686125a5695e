SELECT d.state, d.outcome
FROM decision AS d
JOIN course AS c ON c.state = d.state
WHERE d.outcome IS NOT NULL
  AND (c.phase = 'arbitrate'
       OR EXISTS (SELECT 1 FROM seat AS t WHERE t.state = c.state AND t.task = 'arbitrate' AND t.person = @me))
