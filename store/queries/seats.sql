SELECT task, slot, person, lease, until, since, done, reopened
FROM seat
WHERE state = @state
  AND (@everyone OR person = @me)
ORDER BY task, slot
