INSERT INTO person (id, name, roles, joined) VALUES (?, ?, ?, ?)
