-- Where a site is told what happened, and since when its address says that nobody listens there any more.
CREATE TABLE site_webhook (
  site_id bigint PRIMARY KEY REFERENCES site ON DELETE CASCADE,
  url text NOT NULL CHECK (length(url) BETWEEN 1 AND 1024),
  created_at timestamptz NOT NULL,
  disabled_at timestamptz,
  disabled_reason text,
  CHECK ((disabled_at IS NULL) = (disabled_reason IS NULL))
);

-- What signs the events of a site: sealed, for it must be used. Earlier ones sign, too, until they end.
CREATE TABLE site_webhook_secret (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id bigint NOT NULL REFERENCES site_webhook ON DELETE CASCADE,
  sealed bytea NOT NULL,
  hint text NOT NULL CHECK (char_length(hint) = 4),
  created_at timestamptz NOT NULL,
  ends_at timestamptz
);
CREATE UNIQUE INDEX site_webhook_secret_current ON site_webhook_secret (site_id) WHERE ends_at IS NULL;
CREATE INDEX site_webhook_secret_ending ON site_webhook_secret (ends_at) WHERE ends_at IS NOT NULL;
CREATE INDEX site_webhook_secret_of_site ON site_webhook_secret (site_id);

-- An event is written here in the transaction that causes it, and sent afterwards; then it is the log of its delivery.
CREATE TABLE webhook_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id text NOT NULL UNIQUE CHECK (event_id ~ '^evt_[A-Za-z0-9_-]{22}$'),
  site_id bigint NOT NULL REFERENCES site_webhook ON DELETE CASCADE,
  type text NOT NULL CHECK (type ~ '^[a-z]+\.[a-z]+$'),
  body text NOT NULL,                        -- as it is signed and sent, the same at every try
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sending', 'sent', 'dead')),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  created_at timestamptz NOT NULL,
  next_try_at timestamptz,
  sent_at timestamptz,
  last_status integer,
  problem text NOT NULL DEFAULT '',
  CHECK ((state = 'sent') = (sent_at IS NOT NULL)),
  CHECK ((state IN ('waiting', 'sending')) = (next_try_at IS NOT NULL))
);
CREATE INDEX webhook_event_due ON webhook_event (next_try_at) WHERE state IN ('waiting', 'sending');
CREATE INDEX webhook_event_of_site_due ON webhook_event (site_id, next_try_at) WHERE state IN ('waiting', 'sending');
CREATE INDEX webhook_event_of_site ON webhook_event (site_id, id DESC);
CREATE INDEX webhook_event_age ON webhook_event (created_at) WHERE state IN ('sent', 'dead');
