-- Where the newest events begin; the same rows as events.sql.
SELECT min(seq)
FROM (
  SELECT e.seq
  FROM event AS e
  LEFT JOIN work AS w ON w.state = e.state
  WHERE e.seq > @after
    AND (@everyone OR e.who = @me
         OR e.kind IN (SELECT value FROM json_each(@shared))
            AND w.phase IN (SELECT value FROM json_each(@phases)))
    AND (@state = '' OR e.state = @state)
    AND (@kind = '' OR e.kind = @kind)
  ORDER BY e.seq DESC
  LIMIT @limit
)
