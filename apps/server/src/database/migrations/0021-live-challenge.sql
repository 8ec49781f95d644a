-- Challenges whose strokes are told one by one. A row is the whole state of one: each step is one conditional statement on it, so
-- of several processes one makes it. It leads to no node (the token does), and goes when the challenge is answered or has expired.
CREATE TABLE live_challenge (
  id uuid PRIMARY KEY,
  sealed bytea NOT NULL CHECK (octet_length(sealed) BETWEEN 1 AND 2048),   -- the strokes
  step smallint NOT NULL DEFAULT 0 CHECK (step BETWEEN 0 AND 6),           -- how many commitments were taken
  chain bytea NOT NULL CHECK (octet_length(chain) = 32),                   -- the last of them
  elapsed_ms integer[] NOT NULL DEFAULT '{}',                              -- of each step, since the capture's first sample
  issued_at timestamptz NOT NULL,
  began_at timestamptz,                                                    -- the capture, as the first step tells
  ended text CHECK (octet_length(ended) BETWEEN 1 AND 200),                -- why no step is taken any more
  expires_at timestamptz NOT NULL,
  CHECK (cardinality(elapsed_ms) = step),
  CHECK ((began_at IS NULL) = (step = 0))
);
CREATE INDEX live_challenge_age ON live_challenge (expires_at);
