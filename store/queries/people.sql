SELECT id, name, roles, retired FROM person ORDER BY joined
