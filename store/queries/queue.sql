SELECT s.id, s.instance, s.repo, s.boundary, s.need, s.units,
       w.phase, w.revision, w.labelled, w.touched, w.done, w.changed, w.summary,
       p.flag, p.skip, coalesce(p.spent, 0), coalesce(p.last, 0), coalesce(p.warns, 0)
FROM state AS s
JOIN work AS w ON w.state = s.id
LEFT JOIN personal AS p ON p.person = @me AND p.state = s.id
WHERE w.phase IN (SELECT value FROM json_each(@phases))
ORDER BY s.n
