SELECT DISTINCT t.state
FROM seat AS t
JOIN opinion AS o ON o.state = t.state AND NOT o.basis
JOIN opinion AS b ON b.state = o.state AND b.slot = o.slot AND b.basis
WHERE t.person = @me AND t.task = 'arbitrate'
  AND o.body <> b.body
