INSERT INTO work (state, sheet, revision, labelled, touched, done, changed, last, summary)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (state, sheet) DO UPDATE
SET revision = excluded.revision, labelled = excluded.labelled, touched = excluded.touched, done = excluded.done,
    changed = excluded.changed, last = excluded.last, summary = excluded.summary
