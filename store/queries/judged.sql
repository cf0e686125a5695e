SELECT t.state, t.slot, j.body ->> 'revision'
FROM seat AS t
JOIN judgment AS j ON j.state = t.state AND j.slot = t.slot
WHERE t.person = @me AND t.task = 'audit'
