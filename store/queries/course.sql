SELECT c.state, c.phase, c.under, c.reserve, coalesce(d.outcome, ''), coalesce(d.ruling, ''),
       coalesce(iif(@everyone, c.replaces, NULL), ''), coalesce(iif(@decided, c.replaced, NULL), ''), iif(@everyone, c.last, 0),
       c.phase = 'arbitrate' AND EXISTS (SELECT 1 FROM event AS e WHERE e.state = c.state AND e.sheet = 'S' AND e.kind = 'recalled')
FROM course AS c
LEFT JOIN decision AS d ON @decided AND d.state = c.state
WHERE c.state IN (SELECT value FROM json_each(@states))
