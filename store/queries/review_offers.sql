-- States with a review that is free, or that is when a lease has run out; who
-- has the other one is not read.
SELECT c.n, c.state, c.phase, c.under, s.instance, s.repo, s.boundary, s.need, s.units,
       w.done, w.labelled, w.touched, w.summary ->> 'blocking',
       a.lease, a.until, a.done, b.lease, b.until, b.done
FROM course AS c
LEFT JOIN seat AS a ON a.state = c.state AND a.task = 'review' AND a.slot = 'A'
LEFT JOIN seat AS b ON b.state = c.state AND b.task = 'review' AND b.slot = 'B'
JOIN state AS s ON s.n = c.n
JOIN work AS w ON w.state = c.state AND w.sheet = ''
WHERE c.phase IN ('annotate', 'review')
  AND NOT c.reserve
  AND (a.state IS NULL OR a.lease > 0 AND a.done = 0 OR b.state IS NULL OR b.lease > 0 AND b.done = 0)
  AND coalesce(a.person, '') <> @me
  AND coalesce(b.person, '') <> @me
