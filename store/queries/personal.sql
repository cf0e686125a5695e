SELECT person, body
FROM personal
WHERE state = @state
  AND (@everyone OR person = @me)
