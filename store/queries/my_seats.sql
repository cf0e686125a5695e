SELECT state, task, slot, person, lease, until, since, done, reopened FROM seat WHERE person = ?
