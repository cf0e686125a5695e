INSERT INTO typing (person, state, sheet, field, text, at)
VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (person, state, sheet, field) DO UPDATE SET text = excluded.text, at = excluded.at
