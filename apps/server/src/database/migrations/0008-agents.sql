ALTER TABLE agent
  ADD COLUMN verified_at timestamptz,
  ADD COLUMN revoked_at timestamptz,
  ADD COLUMN revoked_by text CHECK (revoked_by IN ('agent', 'operator', 'admin')),
  ADD CHECK (state <> 'verified' OR verified_at IS NOT NULL),
  ADD CHECK ((state = 'revoked') = (revoked_at IS NOT NULL)),
  ADD CHECK ((revoked_at IS NULL) = (revoked_by IS NULL));

-- A key that was proved belongs to one agent for good, also after that agent has another.
CREATE TABLE proved_key (
  thumbprint text PRIMARY KEY CHECK (thumbprint ~ '^[A-Za-z0-9_-]{43}$'),   -- RFC 7638, the keyid of signed requests
  agent_id bigint NOT NULL REFERENCES agent ON DELETE CASCADE
);
CREATE INDEX proved_key_of_agent ON proved_key (agent_id);

-- The keys of an agent, of which the last one is its own now.
CREATE TABLE agent_key (
  agent_id bigint NOT NULL REFERENCES agent ON DELETE CASCADE,
  version integer NOT NULL CHECK (version >= 1),
  public_key text NOT NULL,                  -- as the agent wrote it
  thumbprint text UNIQUE REFERENCES proved_key ON DELETE CASCADE,
  added_at timestamptz NOT NULL,
  proved_at timestamptz,
  ended_at timestamptz,
  PRIMARY KEY (agent_id, version),
  CHECK ((proved_at IS NULL) = (thumbprint IS NULL)),
  CHECK (version = 1 OR proved_at IS NOT NULL)
);
CREATE UNIQUE INDEX agent_key_current ON agent_key (agent_id) WHERE ended_at IS NULL;

INSERT INTO agent_key (agent_id, version, public_key, added_at) SELECT id, 1, public_key, declared_at FROM agent;

-- The node that answers for an agent; a receipt of its presence is named, and the receipt may be forgotten before this.
CREATE TABLE agent_operator (
  agent_id bigint PRIMARY KEY REFERENCES agent ON DELETE CASCADE,
  node_id bigint NOT NULL REFERENCES node ON DELETE CASCADE,
  receipt_id uuid NOT NULL,
  since timestamptz NOT NULL
);
CREATE INDEX agent_operator_node ON agent_operator (node_id);

-- What an agent may use once: nonces of signed requests, and consents to an operator.
CREATE TABLE agent_nonce (
  agent_id bigint NOT NULL REFERENCES agent ON DELETE CASCADE,
  nonce_hash bytea NOT NULL CHECK (octet_length(nonce_hash) = 32),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (agent_id, nonce_hash)
);
CREATE INDEX agent_nonce_age ON agent_nonce (expires_at);
