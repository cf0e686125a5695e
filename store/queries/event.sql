-- events_of_state.sql for one event.
SELECT e.seq, iif(@everyone OR e.who = @me, e.who, '') AS who, e.at, e.kind, e.state, e.sheet, e."from", e."to",
       e.undoes, e.body, e.prev, e.hash
FROM event AS e
WHERE e.seq = @seq
  AND (@everyone
       OR e.who = @me
       OR @history AND e.sheet = '' AND @sheet = '' AND e.kind IN (SELECT value FROM json_each(@shared))
       OR e.kind = @opened AND e.sheet = @sheet AND e.seq > @since)
