INSERT INTO course (n, state, phase, under, reserve, replaces, replaced, last)
SELECT n, id, ?2, ?3, ?4, ?5, ?6, ?7 FROM state WHERE id = ?1
ON CONFLICT (state) DO UPDATE
SET phase = excluded.phase, under = excluded.under, reserve = excluded.reserve,
    replaces = excluded.replaces, replaced = excluded.replaced, last = excluded.last
