SELECT t.state, t.task, t.slot, t.lease, t.until, t.done, t.reopened
FROM course AS c
JOIN seat AS t ON t.state = c.state
WHERE c.phase IN (SELECT value FROM json_each(@phases))
  AND t.person <> @me
ORDER BY t.state, t.task, t.slot
