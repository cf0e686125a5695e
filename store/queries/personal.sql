SELECT person, sheet, body
FROM personal
WHERE state = @state
  AND sheet IN (SELECT value FROM json_each(@sheets))
  AND (@everyone OR person = @me)
