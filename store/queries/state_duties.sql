SELECT state, person, annotated, reviewed, arbitrated, audited
FROM duty
WHERE state IN (SELECT value FROM json_each(@states))
  AND (@everyone OR person = @me)
