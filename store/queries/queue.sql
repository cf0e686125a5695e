-- Only the states and sheets that were asked for, in that order.
SELECT s.id, s.instance, s.repo, s.boundary, s.need, s.units,
       w.revision, w.labelled, w.touched, w.done, iif(v.value ->> 'changed', w.changed, 0), w.summary,
       p.flag, p.skip, coalesce(p.spent, 0), coalesce(p.last, 0), coalesce(p.warns, 0)
FROM json_each(@shown) AS v
JOIN state AS s ON s.n = v.value ->> 'n'
JOIN work AS w ON w.state = s.id AND w.sheet = v.value ->> 'sheet'
LEFT JOIN personal AS p ON p.person = @me AND p.state = w.state AND p.sheet = w.sheet
ORDER BY v.key
