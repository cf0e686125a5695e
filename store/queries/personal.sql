SELECT state, person, sheet, body
FROM personal
WHERE state IN (SELECT value FROM json_each(@states))
  AND sheet IN (SELECT value FROM json_each(@sheets))
  AND (@everyone OR person = @me)
