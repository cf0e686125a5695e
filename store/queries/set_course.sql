INSERT INTO course (state, phase, under, reserve, replaces, replaced, last)
VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (state) DO UPDATE
SET phase = excluded.phase, under = excluded.under, reserve = excluded.reserve,
    replaces = excluded.replaces, replaced = excluded.replaced, last = excluded.last
