-- The keys that sign receipts: the active one, and earlier ones while anybody may still ask about their receipts.
CREATE TABLE issuer_key (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{16}$'),             -- the issuer id of CPS-0001
  public_key text NOT NULL UNIQUE CHECK (public_key ~ '^[0-9a-f]{64}$'),
  sealed_seed bytea NOT NULL,
  active_from timestamptz NOT NULL,
  retired_at timestamptz,
  compromised boolean NOT NULL DEFAULT false,                    -- nothing that it signed is trusted any more
  CHECK (retired_at >= active_from),
  CHECK (NOT compromised OR retired_at IS NOT NULL)
);
-- One active key, whatever several processes do at once.
CREATE UNIQUE INDEX issuer_key_active ON issuer_key ((true)) WHERE retired_at IS NULL;

-- The end of each subject's chain; whoever adds a receipt to it holds the row.
CREATE TABLE receipt_chain (
  subject text PRIMARY KEY CHECK (subject ~ '^sha256:[0-9a-f]{64}$'),
  issuer_id text REFERENCES issuer_key,
  position integer NOT NULL DEFAULT 0 CHECK (position >= 0),
  hash text CHECK (hash ~ '^[0-9a-f]{64}$'),
  ends_at timestamptz,
  CHECK (num_nulls(issuer_id, hash, ends_at) = CASE position WHEN 0 THEN 3 ELSE 0 END)
);

-- What was issued, without evidence: enough to list, to revoke and to answer whether a receipt is revoked.
CREATE TABLE receipt (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  receipt_id uuid NOT NULL UNIQUE,
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  subject text NOT NULL,
  position integer NOT NULL CHECK (position >= 1),
  owner bytea CHECK (octet_length(owner) = 32),                  -- keyed hash of the node; null without a node or after its erasure
  audience text,
  issuer_id text NOT NULL REFERENCES issuer_key,
  issued_at timestamptz NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  revoke_reason text CHECK (length(revoke_reason) BETWEEN 1 AND 200),
  UNIQUE (subject, position),
  CHECK (starts_at < ends_at AND ends_at < expires_at),
  CHECK (revoke_reason IS NULL OR revoked_at IS NOT NULL)
);
CREATE INDEX receipt_of_owner ON receipt (owner, id DESC) WHERE owner IS NOT NULL;
CREATE INDEX receipt_revoked ON receipt (issuer_id, expires_at DESC) WHERE revoked_at IS NOT NULL;
-- Housekeeping: old receipts, ended chains, and keys that nothing refers to.
CREATE INDEX receipt_age ON receipt (expires_at);
CREATE INDEX receipt_of_issuer ON receipt (issuer_id);
CREATE INDEX receipt_chain_age ON receipt_chain (ends_at);
