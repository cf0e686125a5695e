INSERT INTO snapshot (state, sheet, body)
VALUES (?, ?, ?)
ON CONFLICT (state, sheet) DO UPDATE SET body = excluded.body
