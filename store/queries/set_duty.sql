INSERT INTO duty (person, state, annotated, reviewed, arbitrated, audited)
VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (person, state) DO UPDATE
SET annotated = excluded.annotated, reviewed = excluded.reviewed,
    arbitrated = excluded.arbitrated, audited = excluded.audited
