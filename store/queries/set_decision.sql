INSERT INTO decision (state, outcome, ruling)
VALUES (?, ?, ?)
ON CONFLICT (state) DO UPDATE SET outcome = excluded.outcome, ruling = excluded.ruling
