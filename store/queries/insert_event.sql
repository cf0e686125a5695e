INSERT INTO event (seq, who, at, kind, state, "from", "to", undoes, body, prev, hash)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
