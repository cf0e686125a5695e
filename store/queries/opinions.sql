SELECT state, slot, basis, body
FROM opinion
WHERE state IN (SELECT value FROM json_each(@states))
  AND slot IN (SELECT value FROM json_each(@slots))
  AND (@decided OR NOT basis)
