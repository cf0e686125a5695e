SELECT s.n, c.body, w.phase
FROM state AS s
JOIN card AS c ON c.state = s.n
JOIN work AS w ON w.state = s.id
WHERE s.id = ?
