-- Mine, everyone's, or what everyone who sees the certificate sees; the name
-- of another person is left out here already.
SELECT e.seq, iif(@everyone OR e.who = @me, e.who, '') AS who, e.at, e.kind, e.state, e."from", e."to",
       e.undoes, e.body, e.prev, e.hash, coalesce(w.phase, '')
FROM event AS e
LEFT JOIN work AS w ON w.state = e.state
WHERE e.seq > @after
  AND (@everyone OR e.who = @me
       OR e.kind IN (SELECT value FROM json_each(@shared))
          AND w.phase IN (SELECT value FROM json_each(@phases)))
  AND (@state = '' OR e.state = @state)
  AND (@kind = '' OR e.kind = @kind)
  AND e."to" > @revision
ORDER BY e.seq
LIMIT @limit
