-- Who may ask a node for approvals: a site or an agent. A row stays when it ends, so that an operator's agent does not come back by itself.
CREATE TABLE asker (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  node_id bigint NOT NULL REFERENCES node ON DELETE CASCADE,
  site_id bigint REFERENCES site ON DELETE CASCADE,
  agent_id bigint REFERENCES agent ON DELETE CASCADE,
  -- The name under which the asker knows the node.
  subject text NOT NULL,
  allowed_at timestamptz NOT NULL,
  ended_at timestamptz,
  per_day smallint NOT NULL CHECK (per_day BETWEEN 1 AND 100),
  -- How often it asked on this day.
  day date NOT NULL,
  asked smallint NOT NULL DEFAULT 0 CHECK (asked BETWEEN 0 AND per_day),
  CHECK (num_nonnulls(site_id, agent_id) = 1),
  UNIQUE (node_id, site_id),
  UNIQUE (node_id, agent_id)
);
CREATE INDEX asker_of_site ON asker (site_id, subject) WHERE site_id IS NOT NULL;
CREATE INDEX asker_of_agent ON asker (agent_id, subject) WHERE agent_id IS NOT NULL;

-- An approval: one exact action that a person is asked for. It never changes, but for what became of it.
CREATE TABLE approval (
  id uuid PRIMARY KEY,
  asker_id bigint NOT NULL REFERENCES asker ON DELETE CASCADE,
  -- As it was written, names in their order.
  action json NOT NULL,
  -- SHA-256 of the RFC 8785 form of the action.
  digest text NOT NULL CHECK (digest ~ '^[0-9a-f]{64}$'),
  assurance smallint NOT NULL CHECK (assurance BETWEEN 1 AND 3),
  audience text NOT NULL,
  test boolean NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'granted', 'denied')),
  reason text CHECK ((reason IS NULL) = (state <> 'denied')),
  decided_at timestamptz CHECK ((decided_at IS NULL) = (state = 'open')),
  redeemed_at timestamptz CHECK (redeemed_at IS NULL OR state = 'granted'),
  refusals smallint NOT NULL DEFAULT 0 CHECK (refusals BETWEEN 0 AND 5),
  subject text CHECK ((subject IS NULL) = (state <> 'granted')),
  reached smallint CHECK ((reached IS NULL) = (state <> 'granted') AND reached >= assurance),
  -- The receipt and the token of a granted approval, until they are given out.
  sealed bytea CHECK (sealed IS NULL OR state = 'granted')
);
-- What an asker has open, and what a node was asked, the newest first.
CREATE INDEX approval_of_asker ON approval (asker_id, created_at);
-- What can go, and the list for operators.
CREATE INDEX approval_created ON approval (created_at, id);
