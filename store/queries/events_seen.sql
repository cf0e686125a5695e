-- Mine, and what my part of each state shows: the changes of its certificate,
-- or what my sheet started from. The name of another person is left out here.
WITH part AS MATERIALIZED (
  SELECT value ->> 'state' AS state, value ->> 'sheet' AS sheet,
         value ->> 'history' AS history, value ->> 'since' AS since
  FROM json_each(@parts)
)
SELECT e.seq, iif(e.who = @me, e.who, '') AS who, e.at, e.kind, e.state, e.sheet, e."from", e."to",
       e.undoes, e.body, e.prev, e.hash
FROM event AS e
LEFT JOIN part AS p ON p.state = e.state
WHERE e.seq > @after
  AND (e.who = @me
       OR p.history AND e.sheet = '' AND p.sheet = '' AND e.kind IN (SELECT value FROM json_each(@shared))
       OR e.kind = @opened AND e.sheet = p.sheet AND e.seq > p.since)
  AND (@kind = '' OR e.kind = @kind)
ORDER BY e.seq
LIMIT @limit
