SELECT id, name, mode, label_scope, created FROM project
