INSERT INTO work (state, phase, revision, labelled, touched, done, changed, last, summary)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (state) DO UPDATE
SET phase = excluded.phase, revision = excluded.revision, labelled = excluded.labelled,
    touched = excluded.touched, done = excluded.done, changed = excluded.changed,
    last = excluded.last, summary = excluded.summary
