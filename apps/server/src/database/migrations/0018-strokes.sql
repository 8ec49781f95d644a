-- Single strokes of captures that were judged: cut out and joined anew, they would answer any challenge. As with whole captures,
-- nothing tells whose a stroke was, nor which capture it was a part of: it is numbered by its contents and knows its day.
CREATE TABLE replay_stroke (
  id bigint PRIMARY KEY CHECK (id >= 0),     -- the first 52 bits of SHA-256 of the digest: the same stroke is there once
  digest bytea NOT NULL CHECK (octet_length(digest) BETWEEN 1 AND 112),
  hashes integer[] NOT NULL CHECK (cardinality(hashes) <= 12),
  seen_on date NOT NULL
);
CREATE INDEX replay_stroke_age ON replay_stroke (seen_on);

-- Under which hashes a stroke is found again, written and removed together with it.
CREATE TABLE replay_stroke_hash (
  hash integer NOT NULL,
  stroke_id bigint NOT NULL,
  PRIMARY KEY (hash, stroke_id)
);
