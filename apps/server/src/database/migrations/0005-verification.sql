-- Challenges that were answered. Nobody needs a row after its challenge has expired.
CREATE TABLE used_challenge (
  id uuid PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX used_challenge_age ON used_challenge (expires_at);

-- The memory of motion that was shown. Nothing here tells whose it was: the number follows from the digest, not from the
-- order in which captures came, and a day is shared by too many to join it with the time of a receipt or a token.
CREATE TABLE replay_capture (
  id bigint PRIMARY KEY CHECK (id >= 0),     -- the first 52 bits of SHA-256 of the digest: the same capture is there once
  digest bytea NOT NULL CHECK (octet_length(digest) BETWEEN 1 AND 512),
  hashes integer[] NOT NULL CHECK (cardinality(hashes) <= 48),
  seen_on date NOT NULL
);
CREATE INDEX replay_capture_age ON replay_capture (seen_on);

-- Under which hashes a capture is found again. Written and removed together with it, from its own `hashes`; a foreign key
-- would need a second index as large as the table.
CREATE TABLE replay_hash (
  hash integer NOT NULL,
  capture_id bigint NOT NULL,
  PRIMARY KEY (hash, capture_id)
);
