SELECT person, annotated, reviewed, arbitrated, audited
FROM duty
WHERE state = @state
  AND (@everyone OR person = @me)
