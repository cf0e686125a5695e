SELECT seq, who, at, kind, state, sheet, "from", "to", undoes, body, prev, hash
FROM event
WHERE state IS NULL
  AND seq > @after
  AND (@kind = '' OR kind = @kind)
ORDER BY seq
LIMIT @limit
