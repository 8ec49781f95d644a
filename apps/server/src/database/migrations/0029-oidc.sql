-- What the OpenID provider remembers: sessions, interactions, pushed requests, grants, codes and access tokens. Whoever reads the
-- table can use none of them: ids are keyed hashes, and the rest is sealed.
CREATE TABLE oidc_item (
  kind text NOT NULL CHECK (kind ~ '^[A-Z][A-Za-z]{1,40}$'),
  id_hash bytea NOT NULL CHECK (octet_length(id_hash) = 32),
  -- By what codes and tokens name the session that they came of.
  uid_hash bytea CHECK (octet_length(uid_hash) = 32),
  -- The id_hash of the grant that this goes back to; without the grant it counts no more.
  grant_hash bytea CHECK (octet_length(grant_hash) = 32),
  sealed bytea NOT NULL,
  consumed_at timestamptz,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (kind, id_hash)
);

CREATE INDEX oidc_item_uid ON oidc_item (uid_hash) WHERE uid_hash IS NOT NULL;
CREATE INDEX oidc_item_grant ON oidc_item (grant_hash) WHERE grant_hash IS NOT NULL;
CREATE INDEX oidc_item_expires ON oidc_item (expires_at);
