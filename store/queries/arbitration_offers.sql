-- States that wait for a senior, or do when a lease has run out.
SELECT c.n, c.state, c.phase, c.under, s.instance, s.repo, s.boundary, s.need, s.units,
       coalesce(d.outcome, ''), t.lease, t.until, t.done,
       EXISTS (SELECT 1 FROM event AS e WHERE e.state = c.state AND e.sheet = 'S' AND e.kind = 'recalled')
FROM course AS c
LEFT JOIN seat AS t ON t.state = c.state AND t.task = 'arbitrate' AND t.slot = ''
LEFT JOIN decision AS d ON d.state = c.state
JOIN state AS s ON s.n = c.n
WHERE c.phase = 'arbitrate'
  AND (t.state IS NULL OR t.lease > 0 AND t.done = 0)
  AND coalesce(t.person, '') <> @me
