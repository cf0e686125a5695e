SELECT w.state, w.sheet, w.summary, s.body
FROM work AS w
LEFT JOIN snapshot AS s ON s.state = w.state AND s.sheet = w.sheet
WHERE w.state IN (SELECT value FROM json_each(@states))
  AND w.sheet IN (SELECT value FROM json_each(@sheets))
