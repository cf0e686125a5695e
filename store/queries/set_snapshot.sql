INSERT INTO snapshot (state, body)
VALUES (?, ?)
ON CONFLICT (state) DO UPDATE SET body = excluded.body
