-- Passkeys (WebAuthn) of nodes: public keys only. A node has ten at most, one in each slot. The id is for addresses, which are
-- logged; the credential id is not to be. The hour of the last use is all that is kept of it.
CREATE TABLE passkey (
  id uuid PRIMARY KEY,
  node_id bigint NOT NULL REFERENCES node ON DELETE CASCADE,
  slot smallint NOT NULL CHECK (slot BETWEEN 1 AND 10),
  credential_id bytea NOT NULL UNIQUE CHECK (octet_length(credential_id) BETWEEN 1 AND 1023),
  public_key bytea NOT NULL CHECK (octet_length(public_key) BETWEEN 1 AND 2048),
  counter bigint NOT NULL CHECK (counter >= 0),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 64),
  transports text[] NOT NULL,
  backed_up boolean NOT NULL,
  attested boolean NOT NULL,
  aaguid uuid NOT NULL,
  format text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  suspected_at timestamptz,
  UNIQUE (node_id, slot)
);

-- Nodes that have had a passkey, also where it was removed: whoever holds a stolen token must not remove the last one and add
-- a first one of their own.
CREATE TABLE passkey_node (
  node_id bigint PRIMARY KEY REFERENCES node ON DELETE CASCADE
);

-- Challenges that made a passkey. Nobody needs a row once its challenge has expired.
CREATE TABLE used_passkey_challenge (
  id uuid PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX used_passkey_challenge_age ON used_passkey_challenge (expires_at);
