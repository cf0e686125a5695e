SELECT coalesce(policy, ''), coalesce(freeze, ''), coalesce(sample, ''), coalesce(report, ''), last FROM board
