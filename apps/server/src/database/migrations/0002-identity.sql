CREATE TABLE invite (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code_hash bytea NOT NULL UNIQUE CHECK (octet_length(code_hash) = 32),
  hint text NOT NULL CHECK (length(hint) = 2),
  created_at timestamptz NOT NULL,
  used_at timestamptz,
  used_by bigint REFERENCES node ON DELETE SET NULL,
  revoked_at timestamptz,
  reserved_for bytea,                        -- keyed hash of an e-mail address
  reserved_until timestamptz,
  reserved_on date,
  reservations integer NOT NULL DEFAULT 0 CHECK (reservations BETWEEN 0 AND 5),  -- on that day
  CHECK (used_at IS NULL OR revoked_at IS NULL)
);

-- The newest code of an e-mail address. Codes are kept as a keyed hash.
CREATE TABLE otp_code (
  email_hash bytea PRIMARY KEY CHECK (octet_length(email_hash) = 32),
  code_hash bytea NOT NULL,
  invite_id bigint REFERENCES invite ON DELETE SET NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  tries integer NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
  used_at timestamptz
);

-- How often somebody may do something. `hits` is an exact log for small limits, `due` a leaky bucket (GCRA) for large ones.
CREATE TABLE budget (
  name text NOT NULL,
  key bytea NOT NULL,
  hits timestamptz[] NOT NULL DEFAULT '{}' CHECK (cardinality(hits) <= 100),
  due timestamptz NOT NULL DEFAULT '-infinity',
  stale_at timestamptz NOT NULL,
  PRIMARY KEY (name, key)
);
CREATE INDEX budget_stale ON budget (stale_at);

CREATE TABLE agent (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  agent_id text NOT NULL UNIQUE,
  agent_handle text NOT NULL,
  handle_key text NOT NULL UNIQUE,
  agent_type text NOT NULL,
  origin text NOT NULL,
  public_key text NOT NULL,
  state text NOT NULL DEFAULT 'declared' CHECK (state IN ('declared', 'verified', 'revoked')),
  declared_at timestamptz NOT NULL
);

CREATE TABLE recruitment_application (
  email_key text PRIMARY KEY,
  email text NOT NULL,
  technical_bg text CHECK (length(technical_bg) <= 200),
  handle text CHECK (length(handle) <= 100),
  source text CHECK (length(source) <= 50),
  position_number integer NOT NULL UNIQUE CHECK (position_number >= 1),
  applied_at timestamptz NOT NULL
);

-- A mail is written here in the transaction that causes it, and sent afterwards.
CREATE TABLE mail (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('subscription', 'code', 'founding_tester')),
  sealed bytea,                              -- address and contents; gone once the mail is sent
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sending', 'sent', 'dead')),
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  next_try_at timestamptz,
  expires_at timestamptz,                    -- nobody needs it afterwards
  sent_at timestamptz,
  problem text NOT NULL DEFAULT '',
  CHECK ((state = 'sent') = (sent_at IS NOT NULL)),
  CHECK (state NOT IN ('waiting', 'sending') OR sealed IS NOT NULL)
);
CREATE INDEX mail_waiting ON mail (next_try_at) WHERE state IN ('waiting', 'sending');

-- Answers to POSTs that carried an Idempotency-Key, for 24 hours.
CREATE TABLE idempotent_answer (
  key_hash bytea PRIMARY KEY CHECK (octet_length(key_hash) = 32),
  request_hash bytea NOT NULL,
  started_at timestamptz NOT NULL,
  status integer,
  sealed bytea,                              -- under a key derived from the Idempotency-Key itself
  CHECK ((status IS NULL) = (sealed IS NULL))
);
CREATE INDEX idempotent_answer_age ON idempotent_answer (started_at);

-- What every process of one service must agree on.
CREATE TABLE service (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  secret_fingerprint bytea NOT NULL
);
