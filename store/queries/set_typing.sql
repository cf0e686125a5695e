INSERT INTO typing (person, state, field, text, at)
VALUES (?, ?, ?, ?, ?)
ON CONFLICT (person, state, field) DO UPDATE SET text = excluded.text, at = excluded.at
