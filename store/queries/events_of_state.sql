-- events_seen.sql for one state, which is found by its index; everything of it
-- for those who see all.
SELECT e.seq, iif(@everyone OR e.who = @me, e.who, '') AS who, e.at, e.kind, e.state, e.sheet, e."from", e."to",
       e.undoes, e.body, e.prev, e.hash
FROM event AS e
WHERE e.state = @state
  AND e.seq > @after
  AND (@everyone
       OR e.who = @me
       OR @history AND e.sheet = '' AND @sheet = '' AND e.kind IN (SELECT value FROM json_each(@shared))
       OR e.kind = @opened AND e.sheet = @sheet AND e.seq > @since)
  AND (@kind = '' OR e.kind = @kind)
ORDER BY e.seq
LIMIT @limit
