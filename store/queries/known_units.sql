-- A state with an empty pool has one row, without a unit.
SELECT s.id, u.id
FROM state AS s
LEFT JOIN unit AS u ON u.state = s.n
ORDER BY s.n, u.place
