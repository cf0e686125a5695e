SELECT state, annotated, reviewed, arbitrated, audited FROM duty WHERE person = ?
