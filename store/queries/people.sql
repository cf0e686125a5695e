SELECT id, name, roles FROM person ORDER BY joined
