INSERT INTO project (one, id, name, mode, label_scope, created)
VALUES (1, ?, ?, ?, ?, ?)
