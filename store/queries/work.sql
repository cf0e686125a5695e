SELECT w.phase, w.summary, s.body
FROM work AS w
LEFT JOIN snapshot AS s ON s.state = w.state
WHERE w.state = ?
