-- Relying parties: sites and applications that ask people for their presence. The key is public; of a secret only a keyed hash is
-- kept. What a test site is given is marked as a test for good, so the mark cannot change.
CREATE TABLE site (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_key text NOT NULL UNIQUE,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 64),
  origins text[] NOT NULL CHECK (cardinality(origins) BETWEEN 1 AND 20),
  return_urls text[] NOT NULL CHECK (cardinality(return_urls) <= 20),
  test boolean NOT NULL,
  created_at timestamptz NOT NULL,
  disabled_at timestamptz
);

-- Whose audience an origin is. Several sites may share one, as a shop and its test do.
CREATE INDEX site_origins ON site USING gin (origins);

-- Two may live at once, one in each slot: the one in use and the next.
CREATE TABLE site_secret (
  id uuid PRIMARY KEY,
  site_id bigint NOT NULL REFERENCES site ON DELETE CASCADE,
  slot smallint NOT NULL CHECK (slot BETWEEN 1 AND 2),
  secret_hash bytea NOT NULL UNIQUE CHECK (octet_length(secret_hash) = 32),
  hint text NOT NULL CHECK (char_length(hint) = 4),
  created_at timestamptz NOT NULL,
  UNIQUE (site_id, slot)
);
