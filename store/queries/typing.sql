SELECT state, field, text, at
FROM typing
WHERE person = ? AND state = ?
ORDER BY field
