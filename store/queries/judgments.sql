SELECT slot, body
FROM judgment
WHERE state = @state
  AND slot IN (SELECT value FROM json_each(@slots))
