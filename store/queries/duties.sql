SELECT coalesce(max(annotated), 0), coalesce(max(reviewed), 0), coalesce(max(arbitrated), 0), coalesce(max(audited), 0)
FROM duty
WHERE person = ?
