SELECT s.id, s.instance, s.repo, s.boundary, s.need, s.units,
       w.done, w.labelled, w.touched, w.summary ->> 'blocking'
FROM course AS c
JOIN state AS s ON s.id = c.state
JOIN work AS w ON w.state = c.state AND w.sheet = ''
WHERE c.phase IN (SELECT value FROM json_each(@phases))
