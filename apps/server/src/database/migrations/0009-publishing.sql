-- What was published or is to be. A row is committed before the platform is asked, and says what is known since.
CREATE TABLE publication (
  id uuid PRIMARY KEY,
  key_hash bytea UNIQUE CHECK (octet_length(key_hash) = 32),  -- of what may be published once; null when it may be again
  request_hash bytea NOT NULL CHECK (octet_length(request_hash) = 32),
  platform text NOT NULL CHECK (platform IN ('bluesky', 'linkedin', 'farcaster', 'discord', 'telegram', 'reddit')),
  text text NOT NULL,                        -- as people read it
  message json NOT NULL,                     -- as it is sent, without credentials; json keeps the order of its fields
  reference text NOT NULL,                   -- by which some platforms know a post again
  state text NOT NULL CHECK (state IN ('sending', 'published', 'failed', 'unknown')),
  attempts integer NOT NULL DEFAULT 1 CHECK (attempts >= 1),
  claim uuid NOT NULL,                       -- of the request that sends it
  claimed_until timestamptz NOT NULL,        -- after this, that request has died
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  post_id text,
  post_url text,
  problem text NOT NULL DEFAULT '',
  CHECK (post_id IS NULL OR state = 'published')
);
CREATE INDEX publication_newest ON publication (created_at DESC);
CREATE INDEX publication_unsettled ON publication (claimed_until) WHERE state IN ('sending', 'unknown');
