INSERT INTO event (seq, who, at, kind, state, sheet, "from", "to", undoes, body, prev, hash)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
