-- The states in phases that show themselves without a seat, and those on which
-- the person has something; every one for those who ask for it.
SELECT n, state, phase, under, reserve,
       phase = 'arbitrate' AND EXISTS (SELECT 1 FROM event AS e WHERE e.state = course.state AND e.sheet = 'S' AND e.kind = 'recalled')
FROM course
WHERE @every
   OR phase IN (SELECT value FROM json_each(@phases))
   OR state IN (SELECT state FROM seat WHERE person = @me)
   OR state IN (SELECT state FROM duty WHERE person = @me)
ORDER BY n
