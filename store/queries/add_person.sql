INSERT INTO person (id, name, roles, retired, joined) VALUES (?, ?, ?, ?, ?)
