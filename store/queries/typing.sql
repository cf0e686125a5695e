SELECT state, sheet, field, text, at
FROM typing
WHERE person = ? AND state = ?
ORDER BY sheet, field
