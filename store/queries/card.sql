SELECT s.n, c.body
FROM state AS s
JOIN card AS c ON c.state = s.n
WHERE s.id = ?
