SELECT count(*)
FROM event
WHERE state = @state
  AND sheet = ''
  AND kind = 'edited'
  AND seq > (SELECT coalesce(max(seq), 0) FROM event WHERE state = @state AND kind = 'label_imported')
