SELECT slot, basis, body
FROM opinion
WHERE state = @state
  AND slot IN (SELECT value FROM json_each(@slots))
  AND (@decided OR NOT basis)
