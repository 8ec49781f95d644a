-- Webhook events, in their order; those of mails keep their numbers.
INSERT INTO outbox (channel, kind, key, lane, site_id, payload, state, attempts, created_at, next_try_at, sent_at, status, problem)
SELECT 'webhook', type, event_id, site_id, site_id, convert_to(body, 'UTF8'), state, attempts, created_at, next_try_at, sent_at,
  last_status, problem
FROM webhook_event ORDER BY id;
DROP TABLE webhook_event;

INSERT INTO outbox (channel, kind, lane, device_id, payload, attempts, created_at, next_try_at, expires_at)
SELECT 'push', 'approval', d.node_id, m.device_id, m.sealed, m.attempts, m.next_try_at, m.next_try_at, m.expires_at
FROM push_message AS m JOIN push_device AS d ON d.id = m.device_id ORDER BY m.id;
DROP TABLE push_message;
