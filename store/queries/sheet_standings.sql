SELECT state, sheet, revision, labelled, touched, done, summary
FROM work
WHERE state IN (SELECT value FROM json_each(@states))
  AND sheet IN (SELECT value FROM json_each(@sheets))
