-- A request: a site, an agent or this service asks one person for one action. A check asks a person who is unknown until they answer; an
-- approval asks the person of a node. A request never changes but for its outcome. Of the tokens of pages and of links only keyed
-- hashes are stored.
CREATE TABLE request (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('check', 'approval')),
  -- The site that asks for a check.
  site_id bigint REFERENCES site ON DELETE CASCADE CHECK ((site_id IS NULL) = (kind <> 'check')),
  -- The right by which a site or an agent asks a node for an approval.
  asker_id bigint REFERENCES asker ON DELETE CASCADE CHECK ((asker_id IS NULL) = (kind <> 'approval')),
  -- The caller that asked for a check. Any program can start those of pages and sign-ins, so unopened ones are deleted sooner.
  asked_by text CHECK (asked_by IN ('server', 'page', 'sign_in') AND (asked_by IS NULL) = (kind <> 'check')),
  -- The kind of action that an approval is for, for programs.
  type text CHECK ((type IS NULL) = (kind <> 'approval')),
  action text NOT NULL CHECK (char_length(action) BETWEEN 1 AND 200),
  -- As they were written, names in their order.
  details json,
  -- SHA-256 of the RFC 8785 form of the action that an approval is for.
  digest text CHECK (digest ~ '^[0-9a-f]{64}$' AND (digest IS NULL) = (kind <> 'approval')),
  nonce text,
  cdata text,
  assurance smallint NOT NULL CHECK (assurance BETWEEN 1 AND 3),
  -- Whether the person may answer without motion, by a mailed code: the level that is reached then is 0.
  other_way boolean NOT NULL DEFAULT false CHECK (NOT other_way OR assurance = 1),
  audience text NOT NULL,
  test boolean NOT NULL,
  -- Of the page that asked; null where a server did.
  origin text,
  return_url text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
  -- A request past its time stays open here; it is read as expired.
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'granted', 'denied', 'failed')),
  reason text CHECK ((reason IS NULL) = (state IN ('open', 'granted'))),
  ended_at timestamptz CHECK ((ended_at IS NULL) = (state = 'open')),
  redeemed_at timestamptz CHECK (redeemed_at IS NULL OR state <> 'open'),
  refusals smallint NOT NULL DEFAULT 0 CHECK (refusals BETWEEN 0 AND 5),
  -- Counts changes, so that pages that follow a request ask for no more than is new.
  changes integer NOT NULL DEFAULT 0,
  -- The page that has it open, the phone that joined, and the site's own page that follows it.
  screen_hash bytea CHECK (octet_length(screen_hash) = 32),
  device_hash bytea CHECK (octet_length(device_hash) = 32),
  follower_hash bytea CHECK (octet_length(follower_hash) = 32),
  -- The secret of the page that started it, and the number that this page shows. Null where a server asked.
  open_hash bytea CHECK (octet_length(open_hash) = 32),
  open_number smallint CHECK ((open_hash IS NULL) = (open_number IS NULL) AND open_number BETWEEN 0 AND 99),
  -- Whether it was opened by the secret; null until it is opened.
  same_browser boolean CHECK (same_browser IS NULL OR num_nulls(open_hash, screen_hash) = 0),
  -- The link for a phone, and the number that the other screen shows beside it.
  pair_hash bytea CHECK (octet_length(pair_hash) = 32),
  pair_number smallint CHECK (pair_number BETWEEN 0 AND 99),
  pair_expires_at timestamptz,
  wrong_numbers smallint NOT NULL DEFAULT 0 CHECK (wrong_numbers BETWEEN 0 AND 3)
);

-- The consent of one person. Subjects are those of the request's audience, so a person has one for each request.
CREATE TABLE request_grant (
  request_id uuid NOT NULL REFERENCES request ON DELETE CASCADE,
  subject text NOT NULL,
  reached smallint NOT NULL CHECK (reached BETWEEN 0 AND 3),
  -- The lowest level that the request accepts from this person.
  required smallint NOT NULL CHECK (reached >= required),
  -- The receipt and its token, until they are given out.
  sealed bytea,
  granted_at timestamptz NOT NULL,
  PRIMARY KEY (request_id, subject)
);

INSERT INTO request (id, kind, site_id, asked_by, action, details, nonce, cdata, assurance, other_way, audience, test, origin, return_url, created_at,
  expires_at, state, reason, ended_at, redeemed_at, refusals, changes, screen_hash, device_hash, follower_hash, open_hash, open_number, same_browser,
  pair_hash, pair_number, pair_expires_at, wrong_numbers)
SELECT c.id, 'check', c.site_id, c.asked_by, c.action, c.details, c.nonce, c.cdata, c.assurance, c.other_way, c.audience, s.test, c.origin, c.return_url,
  c.created_at, c.expires_at,
  CASE WHEN c.state = 'passed' THEN 'granted' WHEN c.reason = 'cancelled_by_person' THEN 'denied' ELSE c.state END, c.reason, c.settled_at, c.redeemed_at,
  c.refusals, c.changes, c.screen_hash, c.device_hash, c.follower_hash, c.open_hash, c.open_number, c.same_browser, c.pair_hash, c.pair_number,
  c.pair_expires_at, c.wrong_numbers
FROM site_check c JOIN site s ON s.id = c.site_id;

INSERT INTO request_grant (request_id, subject, reached, required, sealed, granted_at)
SELECT id, subject, reached, least(reached, assurance), sealed, settled_at FROM site_check WHERE state = 'passed';

INSERT INTO request (id, kind, asker_id, type, action, details, digest, nonce, assurance, other_way, audience, test, created_at, expires_at, state, reason,
  ended_at, redeemed_at, refusals)
SELECT id, 'approval', asker_id, action ->> 'type', action ->> 'summary', action -> 'details', digest, id::text, assurance, other_way, audience, test,
  created_at, expires_at, CASE WHEN reason = 'too_many_refusals' THEN 'failed' ELSE state END, reason, decided_at, redeemed_at, refusals
FROM approval;

INSERT INTO request_grant (request_id, subject, reached, required, sealed, granted_at)
SELECT id, subject, reached, least(reached, assurance), sealed, decided_at FROM approval WHERE state = 'granted';

ALTER TABLE backchannel_request DROP CONSTRAINT backchannel_request_approval_id_fkey;
ALTER TABLE backchannel_request ADD FOREIGN KEY (approval_id) REFERENCES request ON DELETE CASCADE;
DROP TABLE site_check, approval;

-- The use of a site by day.
CREATE INDEX request_of_site ON request (site_id, created_at) WHERE site_id IS NOT NULL;
-- The open and the denied requests of an asker, and those of a node, the newest first.
CREATE INDEX request_of_asker ON request (asker_id, created_at) WHERE asker_id IS NOT NULL;
-- The list for operators, and approvals to delete.
CREATE INDEX request_approval ON request (created_at, id) WHERE kind = 'approval';
-- Checks to delete.
CREATE INDEX request_check_expires ON request (expires_at) WHERE kind = 'check';
CREATE INDEX request_unopened ON request (expires_at) WHERE asked_by <> 'server' AND screen_hash IS NULL AND state = 'open';
