-- What the cards say of the states that the person has annotated and that have
-- come so far that they may be out of their sight; no certificate is read.
SELECT c.state, c.phase, c.under,
       c.phase = 'arbitrate' AND EXISTS (SELECT 1 FROM event AS e WHERE e.state = c.state AND e.sheet = 'S' AND e.kind = 'recalled'),
       s.instance, s.repo, s.boundary, s.need, s.units
FROM duty AS d
JOIN course AS c ON c.state = d.state
JOIN state AS s ON s.n = c.n
WHERE d.person = @me
  AND d.annotated
  AND c.phase IN ('arbitrate', 'closed', 'excluded')
ORDER BY c.n
