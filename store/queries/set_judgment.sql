INSERT INTO judgment (state, slot, body)
VALUES (?, ?, ?)
ON CONFLICT (state, slot) DO UPDATE SET body = excluded.body
