-- Whoever gives strokes to research: known by a keyed hash of their pseudonym, and only as long as something of theirs is stored.
CREATE TABLE research_giver (
  person bytea PRIMARY KEY CHECK (octet_length(person) = 32)
);

-- Strokes that were made with a phone, in three rounds of a challenge. They lead to no node, and to no address after a day.
CREATE TABLE research_strokes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  session_id uuid NOT NULL UNIQUE,           -- the caller's
  received_on date NOT NULL,                 -- UTC
  delete_hash bytea NOT NULL CHECK (octet_length(delete_hash) = 32),
  person bytea NOT NULL REFERENCES research_giver,
  source bytea NOT NULL CHECK (octet_length(source) = 32),   -- the address under the day's salt, which does not outlive the day

  usable boolean NOT NULL,                   -- a calibration can learn from the strokes; only then they are kept
  strokes bytea,                             -- see research/strokes.ts
  content_hash bytea UNIQUE CHECK (octet_length(content_hash) = 32),   -- the same motion is there once

  os text NOT NULL,
  browser text NOT NULL,
  viewport_width smallint NOT NULL,
  viewport_height smallint NOT NULL,
  -- Another browser is no other phone, and a phone that is turned is the same.
  device text NOT NULL GENERATED ALWAYS AS (os || ' ' || least(viewport_width, viewport_height)::text) STORED,

  CHECK (usable = (strokes IS NOT NULL AND content_hash IS NOT NULL)),
  CHECK (usable OR (strokes IS NULL AND content_hash IS NULL))
);
-- They are compressed already.
ALTER TABLE research_strokes ALTER COLUMN strokes SET STORAGE EXTERNAL;

-- Calibration reads in the order of ids.
CREATE INDEX research_strokes_usable ON research_strokes (id) WHERE usable;
CREATE INDEX research_strokes_of_person ON research_strokes (person, usable, received_on, device);
