-- Where a site is told that a backchannel request was decided; without it the site polls.
ALTER TABLE site ADD COLUMN ping_url text CHECK (length(ping_url) BETWEEN 1 AND 1024);

-- Which approval settles a backchannel request (CIBA) of the OpenID provider. The id of the request is a keyed hash, and sealed for the
-- ping that names it.
CREATE TABLE backchannel_request (
  request_hash bytea PRIMARY KEY CHECK (octet_length(request_hash) = 32),
  approval_id uuid NOT NULL UNIQUE REFERENCES approval ON DELETE CASCADE,
  -- Its id, and the issuer that it was made at.
  sealed bytea NOT NULL,
  -- When the site is to be told next; null where it polls, and once it was told.
  ping_at timestamptz,
  pings smallint NOT NULL DEFAULT 0 CHECK (pings BETWEEN 0 AND 5)
);
CREATE INDEX backchannel_request_ping ON backchannel_request (ping_at) WHERE ping_at IS NOT NULL;
