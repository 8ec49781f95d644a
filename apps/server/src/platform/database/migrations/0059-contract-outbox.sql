-- All that leaves the service by itself: mails, webhook events, push messages, pings. A row is written in the transaction that causes it and
-- delivered afterwards; then it is the log of its delivery, where the channel keeps one.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  channel text NOT NULL CHECK (channel IN ('mail', 'webhook', 'push', 'ping')),
  kind text NOT NULL CHECK (length(kind) BETWEEN 1 AND 64),
  key text UNIQUE CHECK (length(key) BETWEEN 1 AND 64),   -- a name by which others find the row
  lane bigint NOT NULL DEFAULT 0,            -- lanes of a channel take turns: one for each site, or node
  urgent boolean NOT NULL DEFAULT false,     -- goes before the others of its lane
  site_id bigint REFERENCES site_webhook ON DELETE CASCADE,
  device_id uuid REFERENCES push_device ON DELETE CASCADE,
  payload bytea,                             -- sealed, except for webhook events; gone once nothing needs it
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sending', 'sent', 'dead')),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  created_at timestamptz NOT NULL,
  next_try_at timestamptz,                   -- while it is being sent: when the claim lapses
  expires_at timestamptz,                    -- of no use afterwards
  sent_at timestamptz,
  status integer,                            -- the last answer over HTTP
  problem text NOT NULL DEFAULT '',
  CHECK ((channel = 'webhook') = (site_id IS NOT NULL)),
  CHECK ((channel = 'push') = (device_id IS NOT NULL)),
  CHECK ((state IN ('waiting', 'sending')) = (next_try_at IS NOT NULL)),
  CHECK ((state = 'sent') = (sent_at IS NOT NULL)),
  CHECK (next_try_at IS NULL OR payload IS NOT NULL)
);
CREATE INDEX outbox_due ON outbox (channel, next_try_at) WHERE next_try_at IS NOT NULL;
CREATE INDEX outbox_due_by_lane ON outbox (channel, lane, next_try_at) WHERE next_try_at IS NOT NULL;
-- How much of a lane is under way, without a look at all that waits in it.
CREATE INDEX outbox_under_way ON outbox (channel, lane) WHERE state = 'sending';
CREATE INDEX outbox_of_channel ON outbox (channel, id DESC);
CREATE INDEX outbox_of_site ON outbox (site_id, id DESC) WHERE site_id IS NOT NULL;
CREATE INDEX outbox_of_device ON outbox (device_id) WHERE device_id IS NOT NULL;
CREATE INDEX outbox_age ON outbox (created_at) WHERE next_try_at IS NULL;

-- With their numbers: a mail's Message-ID and the name of its file come from it.
INSERT INTO outbox (id, channel, kind, urgent, payload, state, attempts, created_at, next_try_at, expires_at, sent_at, problem)
OVERRIDING SYSTEM VALUE
SELECT id, 'mail', kind, kind = 'code', sealed, state, attempts, created_at,
  CASE WHEN state IN ('waiting', 'sending') THEN coalesce(next_try_at, created_at) END, expires_at, sent_at, problem
FROM mail;
SELECT setval(pg_get_serial_sequence('outbox', 'id'), nextval(pg_get_serial_sequence('mail', 'id')), false);
DROP TABLE mail;
