-- Pings of backchannel requests: due when the request expires, or sooner when it is decided.
INSERT INTO outbox (channel, kind, key, lane, payload, attempts, created_at, next_try_at)
SELECT 'ping', 'decision', r.id::text, a.site_id, b.sealed, b.pings, r.created_at,
  CASE WHEN r.state = 'open' THEN greatest(r.expires_at, b.ping_at) ELSE b.ping_at END
FROM backchannel_request AS b JOIN request AS r ON r.id = b.approval_id JOIN asker AS a ON a.id = r.asker_id
WHERE b.ping_at IS NOT NULL;
ALTER TABLE backchannel_request DROP COLUMN sealed, DROP COLUMN ping_at, DROP COLUMN pings;

-- Devices remind of no streaks any more.
DROP TABLE streak_reminder;
ALTER TABLE notice_setting DROP COLUMN remind_at, DROP COLUMN remind_zone;
