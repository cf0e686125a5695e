SELECT n, state, phase, under, reserve FROM course ORDER BY n
