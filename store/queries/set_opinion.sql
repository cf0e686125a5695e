INSERT INTO opinion (state, slot, basis, body)
VALUES (?, ?, ?, ?)
ON CONFLICT (state, slot, basis) DO UPDATE SET body = excluded.body
