SELECT s.n, s.id, s.instance, s.repo, s.boundary, s.need, s.units, s.fingerprint, c.body
FROM state AS s
JOIN card AS c ON c.state = s.n
WHERE s.id = ?
