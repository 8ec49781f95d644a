-- Whole captures of a session of strokes, given to research with a consent of its own, also those that were refused. The motion is
-- sealed. What stands beside it is what the operator's report counts.
CREATE TABLE research_capture (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  strokes_id bigint NOT NULL REFERENCES research_strokes ON DELETE CASCADE,
  place smallint NOT NULL CHECK (place BETWEEN 0 AND 9),            -- among the captures of the session
  node bytea CHECK (octet_length(node) = 32),                      -- keyed, of the node whose proved token came along
  consent_version smallint NOT NULL,
  placement text NOT NULL CHECK (placement IN ('hand', 'table', 'pocket')),
  browser_version smallint,
  rate_hz real NOT NULL CHECK (rate_hz >= 0),
  problem text CHECK (problem IN ('insufficient_signal', 'liveness_failed', 'replay_detected')),   -- NULL: the engine took it
  followed boolean NOT NULL,
  sealed bytea NOT NULL CHECK (octet_length(sealed) <= 131072),
  UNIQUE (strokes_id, place)
);
-- Sealed bytes cannot be compressed.
ALTER TABLE research_capture ALTER COLUMN sealed SET STORAGE EXTERNAL;
CREATE INDEX research_capture_of_node ON research_capture (node) WHERE node IS NOT NULL;
