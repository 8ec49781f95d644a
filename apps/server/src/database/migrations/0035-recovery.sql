-- Recovery codes of nodes, ten at a time, as keyed hashes; each signs in once.
CREATE TABLE recovery_code (
  node_id bigint NOT NULL REFERENCES node ON DELETE CASCADE,
  slot smallint NOT NULL CHECK (slot BETWEEN 1 AND 10),
  code_hash bytea NOT NULL UNIQUE CHECK (octet_length(code_hash) = 32),
  made_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (node_id, slot)
);
