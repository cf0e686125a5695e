INSERT INTO state (id, instance, repo, boundary, need, units, fingerprint)
VALUES (?, ?, ?, ?, ?, ?, ?)
