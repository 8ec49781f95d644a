-- One-time links by which an operator sets a new service up. Their tokens are keyed hashes; a link is used at most once.
CREATE TABLE setup_link (
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
  used_at timestamptz
);

-- Browsers in which the operator is signed in. The hash covers the admin secret too: a new secret ends every session.
CREATE TABLE admin_session (
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at)
);
CREATE INDEX admin_session_age ON admin_session (expires_at);

-- Since when the operator refuses a node; null for every other.
ALTER TABLE node ADD COLUMN blocked_at timestamptz;
CREATE INDEX node_blocked ON node (id) WHERE blocked_at IS NOT NULL;

-- For whom an invite is, in the operator's words.
ALTER TABLE invite ADD COLUMN note text NOT NULL DEFAULT '' CHECK (char_length(note) <= 200);

-- When the last backup was made.
ALTER TABLE service ADD COLUMN backed_up_at timestamptz;

ALTER TABLE mail DROP CONSTRAINT mail_kind_check;
ALTER TABLE mail ADD CONSTRAINT mail_kind_check
  CHECK (kind IN ('subscription', 'code', 'founding_tester', 'notice', 'approval', 'invite', 'test'));
