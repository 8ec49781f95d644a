-- A check: a site asks for a person, for one action. Of the tokens of pages, of the link for a phone and of what is given back only
-- keyed hashes are kept, or nothing; what came of it is sealed until it is given out.
CREATE TABLE site_check (
  id uuid PRIMARY KEY,
  site_id bigint NOT NULL REFERENCES site ON DELETE CASCADE,
  action text NOT NULL CHECK (char_length(action) BETWEEN 1 AND 200),
  -- As it was written, names in their order.
  details json,
  nonce text,
  cdata text,
  assurance smallint NOT NULL CHECK (assurance BETWEEN 1 AND 3),
  -- Whether it may be passed without motion, by a mailed code.
  other_way boolean NOT NULL,
  audience text NOT NULL,
  -- Of the page that asked; null where the site's server did.
  origin text,
  return_url text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'passed', 'failed')),
  reason text CHECK ((reason IS NULL) = (state <> 'failed')),
  settled_at timestamptz CHECK ((settled_at IS NULL) = (state = 'open')),
  redeemed_at timestamptz CHECK (redeemed_at IS NULL OR settled_at IS NOT NULL),
  -- The page that has it open, the phone that joined, the site's own page that follows it.
  screen_hash bytea CHECK (octet_length(screen_hash) = 32),
  device_hash bytea CHECK (octet_length(device_hash) = 32),
  follower_hash bytea CHECK (octet_length(follower_hash) = 32),
  -- The link for a phone, and the number that the other screen shows beside it.
  pair_hash bytea CHECK (octet_length(pair_hash) = 32),
  pair_number smallint CHECK (pair_number BETWEEN 0 AND 99),
  pair_expires_at timestamptz,
  wrong_numbers smallint NOT NULL DEFAULT 0 CHECK (wrong_numbers BETWEEN 0 AND 3),
  -- Counts what changed, so that those who follow it need ask for no more than is new.
  changes integer NOT NULL DEFAULT 0,
  refusals smallint NOT NULL DEFAULT 0 CHECK (refusals BETWEEN 0 AND 5),
  subject text CHECK ((subject IS NULL) = (state <> 'passed')),
  reached smallint CHECK ((reached IS NULL) = (state <> 'passed') AND reached BETWEEN 0 AND 3),
  -- The receipt and the token of a check that has passed, until they are given out.
  sealed bytea CHECK (sealed IS NULL OR state = 'passed')
);

-- What a site used, day by day.
CREATE INDEX site_check_of_site ON site_check (site_id, created_at);
-- What can go.
CREATE INDEX site_check_expires ON site_check (expires_at);
