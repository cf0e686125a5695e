SELECT state, task, slot, person, lease, until, since, done, reopened
FROM seat
WHERE state IN (SELECT value FROM json_each(@states))
  AND (@everyone OR person = @me)
ORDER BY state, task, slot
