SELECT u.body, t.body
FROM unit AS u
JOIN text AS t ON t.n = u.text
WHERE u.state = ?
ORDER BY u.place
