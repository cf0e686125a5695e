INSERT INTO seat (state, task, slot, person, lease, until, since, done, reopened)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (state, task, slot) DO UPDATE
SET person = excluded.person, lease = excluded.lease, until = excluded.until, since = excluded.since,
    done = excluded.done, reopened = excluded.reopened
