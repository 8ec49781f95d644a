-- A wallet belongs to one node at most. Without `proved_at` somebody has only named the node's e-mail address.
CREATE TABLE wallet (
  address bytea PRIMARY KEY CHECK (octet_length(address) = 20),
  node_id bigint NOT NULL REFERENCES node ON DELETE CASCADE,
  bound_at timestamptz NOT NULL,
  proved_at timestamptz
);
CREATE INDEX wallet_of_node ON wallet (node_id, bound_at);

-- Nonces of messages that were accepted. Nobody needs a row once its message is too old.
CREATE TABLE used_nonce (
  nonce_hash bytea PRIMARY KEY CHECK (octet_length(nonce_hash) = 32),
  used_at timestamptz NOT NULL
);
CREATE INDEX used_nonce_age ON used_nonce (used_at);
