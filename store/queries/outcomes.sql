SELECT t.state, d.outcome
FROM seat AS t
JOIN decision AS d ON d.state = t.state
WHERE t.person = @me AND t.task = 'arbitrate'
  AND d.outcome IS NOT NULL
