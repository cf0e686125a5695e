SELECT state, slot, body
FROM judgment
WHERE state IN (SELECT value FROM json_each(@states))
  AND slot IN (SELECT value FROM json_each(@slots))
