INSERT INTO personal (person, state, sheet, flag, skip, spent, last, warns, body)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (person, state, sheet) DO UPDATE
SET flag = excluded.flag, skip = excluded.skip, spent = excluded.spent, last = excluded.last,
    warns = excluded.warns, body = excluded.body
