-- The whole journal, for those who see all of it.
SELECT seq, who, at, kind, state, sheet, "from", "to", undoes, body, prev, hash
FROM event
WHERE seq > @after
  AND (@kind = '' OR kind = @kind)
ORDER BY seq
LIMIT @limit
