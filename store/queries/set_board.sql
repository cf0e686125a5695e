INSERT INTO board (one, policy, freeze, sample, report, last)
VALUES (1, ?, ?, ?, ?, ?)
ON CONFLICT (one) DO UPDATE
SET policy = excluded.policy, freeze = excluded.freeze, sample = excluded.sample,
    report = excluded.report, last = excluded.last
