-- A human node, from the first contact on. Agents have a table of their own.
CREATE TABLE node (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL,                       -- as first registered
  email_key text NOT NULL UNIQUE,            -- as compared: lower case, domain in ASCII
  node_handle text NOT NULL,
  handle_key text NOT NULL UNIQUE,           -- lower case
  status text NOT NULL CHECK (status IN ('SUBSCRIBED', 'PENDING_VERIFICATION', 'ACTIVE', 'GENESIS_NODE')),
  origin_domain text,
  registered_at timestamptz NOT NULL,
  activated_at timestamptz,
  genesis_index integer UNIQUE CHECK (genesis_index BETWEEN 1 AND 100),
  locked_at timestamptz,                     -- since when AUTH_MODE lock demands the token
  scan_count integer NOT NULL DEFAULT 0 CHECK (scan_count >= 0),
  last_scan_at timestamptz,
  last_seen_at timestamptz,                  -- last scan or gain
  entropy_score integer NOT NULL DEFAULT 0 CHECK (entropy_score >= 0),
  streak_days integer NOT NULL DEFAULT 0 CHECK (streak_days >= 0),
  best_pes double precision NOT NULL DEFAULT 0 CHECK (best_pes BETWEEN 0 AND 1),
  last_entropy_day date,
  CHECK ((genesis_index IS NOT NULL) = (status = 'GENESIS_NODE')),
  CHECK ((activated_at IS NOT NULL) = (status IN ('ACTIVE', 'GENESIS_NODE')))
);

-- presence/network reads activated humans, newest first, a page at a time.
CREATE INDEX node_activated ON node (activated_at DESC, id DESC) WHERE activated_at IS NOT NULL;
-- Unconfirmed nodes go after 90 days.
CREATE INDEX node_unconfirmed ON node (registered_at) WHERE activated_at IS NULL;

-- A place that is counted: one row each, changed by one conditional statement, so that no two callers get the same place.
CREATE TABLE cohort (
  name text PRIMARY KEY CHECK (name IN ('genesis', 'recruitment')),
  taken integer NOT NULL DEFAULT 0 CHECK (taken >= 0),
  last_at timestamptz NOT NULL DEFAULT '-infinity',
  CHECK (name <> 'genesis' OR taken <= 100)
);
INSERT INTO cohort (name) VALUES ('genesis'), ('recruitment');

-- Public figures without scanning: each is the sum of 16 rows, so that writers rarely meet. One row may be below zero.
CREATE TABLE tally (
  name text NOT NULL,
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 15),
  value bigint NOT NULL,
  last_at timestamptz,                       -- of 'scans': the last one
  PRIMARY KEY (name, shard)
);

CREATE TABLE node_token (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  node_id bigint NOT NULL REFERENCES node ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  proved boolean NOT NULL                    -- given at or after activation
);
CREATE INDEX node_token_of_node ON node_token (node_id, id);

CREATE TABLE scan_day (
  node_id bigint NOT NULL REFERENCES node ON DELETE CASCADE,
  day date NOT NULL,
  scans integer NOT NULL CHECK (scans BETWEEN 1 AND 3),
  PRIMARY KEY (node_id, day)
);

CREATE TABLE gain_day (
  node_id bigint NOT NULL REFERENCES node ON DELETE CASCADE,
  day date NOT NULL,
  gains integer NOT NULL CHECK (gains BETWEEN 1 AND 3),
  PRIMARY KEY (node_id, day)
);

-- Days on which a node scanned or gained; the tally active:DAY counts them.
CREATE TABLE active_day (
  node_id bigint NOT NULL REFERENCES node ON DELETE CASCADE,
  day date NOT NULL,
  PRIMARY KEY (node_id, day)
);

-- Every change of a score; the changes of a node add up to its entropy_score.
CREATE TABLE entropy_entry (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  node_id bigint NOT NULL REFERENCES node ON DELETE CASCADE,
  at timestamptz NOT NULL,
  change integer NOT NULL CHECK (change <> 0),
  reason text NOT NULL CHECK (reason IN ('gain', 'decay')),
  score integer NOT NULL CHECK (score >= 0),
  CHECK ((reason = 'gain') = (change > 0))
);
CREATE INDEX entropy_entry_of_node ON entropy_entry (node_id, id DESC);
