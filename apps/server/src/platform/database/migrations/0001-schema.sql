-- The whole schema as of migration 0052. A shipped migration is never edited: later changes are files of their own, from 0053 on.
-- Hashes of secrets and addresses are keyed (HMAC-SHA-256), and `sealed` columns are encrypted: a copy of the tables opens neither.

-- == The service ==

-- Facts that every process of one service must agree on.
CREATE TABLE service (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  secret_fingerprint bytea NOT NULL,
  backed_up_at timestamptz                   -- the last backup
);

-- How often a caller may do something. `hits` is an exact log for small limits, `due` a leaky bucket (GCRA) for large ones.
CREATE TABLE budget (
  name text NOT NULL,
  key bytea NOT NULL,
  hits timestamptz[] NOT NULL DEFAULT '{}' CHECK (cardinality(hits) <= 100),
  due timestamptz NOT NULL DEFAULT '-infinity',
  stale_at timestamptz NOT NULL,
  PRIMARY KEY (name, key)
);
CREATE INDEX budget_stale ON budget (stale_at);

-- Answers to POSTs that carried an Idempotency-Key, for 24 hours.
CREATE TABLE idempotent_answer (
  key_hash bytea PRIMARY KEY CHECK (octet_length(key_hash) = 32),
  request_hash bytea NOT NULL,
  started_at timestamptz NOT NULL,
  status integer,
  sealed bytea,                              -- under a key derived from the Idempotency-Key itself
  CHECK ((status IS NULL) = (sealed IS NULL))
);
CREATE INDEX idempotent_answer_age ON idempotent_answer (started_at);

-- Public figures without scanning: each is the sum of 16 rows, so that writers rarely meet. One row may be below zero.
CREATE TABLE tally (
  name text NOT NULL,
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 15),
  value bigint NOT NULL,
  last_at timestamptz,                       -- of 'scans': the last one
  PRIMARY KEY (name, shard)
);

-- A place that is counted: one row each, changed by one conditional statement, so that no two callers get the same place.
CREATE TABLE cohort (
  name text PRIMARY KEY CONSTRAINT cohort_name_check CHECK (name IN ('genesis', 'recruitment', 'founding')),
  taken integer NOT NULL DEFAULT 0 CHECK (taken >= 0),
  last_at timestamptz NOT NULL DEFAULT '-infinity',
  CHECK (name <> 'genesis' OR taken <= 100),
  CONSTRAINT cohort_founding_check CHECK (name <> 'founding' OR taken <= 50)
);
INSERT INTO cohort (name) VALUES ('genesis'), ('recruitment'), ('founding');

-- == Operators ==

-- One-time links by which an operator sets up a new service; a link is used at most once.
CREATE TABLE setup_link (
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
  used_at timestamptz,
  is_ended boolean NOT NULL DEFAULT false    -- unused, because an operator came in another way; used_at is then set, too
);

-- Browsers in which the operator is signed in. The hash covers the admin secret too: a new secret ends every session.
CREATE TABLE admin_session (
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at)
);
CREATE INDEX admin_session_age ON admin_session (expires_at);

-- == People ==

-- A human node, from the first contact on. Agents have a table of their own.
CREATE TABLE node (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL,                       -- as first registered
  email_key text NOT NULL UNIQUE,            -- as compared: lower case, domain in ASCII
  node_handle text NOT NULL,
  handle_key text NOT NULL UNIQUE,           -- lower case
  status text NOT NULL CHECK (status IN ('SUBSCRIBED', 'PENDING_VERIFICATION', 'ACTIVE', 'GENESIS_NODE')),
  origin_domain text,
  registered_at timestamptz NOT NULL,
  activated_at timestamptz,
  genesis_index integer UNIQUE CHECK (genesis_index BETWEEN 1 AND 100),
  locked_at timestamptz,                     -- since when AUTH_MODE lock demands the token
  scan_count integer NOT NULL DEFAULT 0 CHECK (scan_count >= 0),
  last_scan_at timestamptz,
  last_seen_at timestamptz,                  -- last scan or gain
  entropy_score integer NOT NULL DEFAULT 0 CHECK (entropy_score >= 0),
  streak_days integer NOT NULL DEFAULT 0 CHECK (streak_days >= 0),
  best_pes double precision NOT NULL DEFAULT 0 CHECK (best_pes BETWEEN 0 AND 1),
  last_entropy_day date,
  blocked_at timestamptz,                    -- since when the operator refuses the node
  language text CHECK (language ~ '^[a-z]{2}$'),  -- of mails: the browser's at the last sign-in; null means English
  skeleton text UNIQUE,                      -- equal for handles that look alike (UTS #39); null where an older node has the look
  CHECK ((genesis_index IS NOT NULL) = (status = 'GENESIS_NODE')),
  CHECK ((activated_at IS NOT NULL) = (status IN ('ACTIVE', 'GENESIS_NODE')))
);
-- presence/network reads activated humans, newest first, a page at a time.
CREATE INDEX node_activated ON node (activated_at DESC, id DESC) WHERE activated_at IS NOT NULL;
-- Unconfirmed nodes are deleted after 90 days.
CREATE INDEX node_unconfirmed ON node (registered_at) WHERE activated_at IS NULL;
CREATE INDEX node_blocked ON node (id) WHERE blocked_at IS NOT NULL;

-- Tokens of three kinds: of a sign-in, of a browser's session (device_name, expires_at), of a program (name, scopes, slot).
CREATE TABLE node_token (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  node_id bigint NOT NULL REFERENCES node ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,                  -- to the hour, so that it cannot be joined with more exact times
  proved boolean NOT NULL,                   -- given at or after activation
  device_name text CHECK (char_length(device_name) BETWEEN 1 AND 64),
  expires_at timestamptz,
  signed_in_at timestamptz,                  -- the sign-in behind it; null means never fresh enough for lasting authority
  name text CHECK (char_length(name) BETWEEN 1 AND 64),
  scopes text[] CHECK (cardinality(scopes) > 0 AND scopes <@ ARRAY['read', 'scan', 'entropy']),
  slot smallint CHECK (slot BETWEEN 1 AND 10),    -- a node has ten program tokens at most, one in each slot
  CONSTRAINT node_token_session CHECK ((device_name IS NULL) = (expires_at IS NULL)),
  CONSTRAINT node_token_proved_session CHECK (proved OR expires_at IS NULL),
  CHECK (num_nulls(name, scopes, slot) IN (0, 3)),
  -- A program has signed in to nothing, and is no browser.
  CHECK (scopes IS NULL OR (proved AND signed_in_at IS NULL AND expires_at IS NULL)),
  UNIQUE (node_id, slot)
);
CREATE INDEX node_token_of_node ON node_token (node_id, id);
CREATE INDEX node_token_end ON node_token (expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE invite (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code_hash bytea NOT NULL UNIQUE CHECK (octet_length(code_hash) = 32),
  hint text NOT NULL CHECK (length(hint) = 2),
  created_at timestamptz NOT NULL,
  used_at timestamptz,
  used_by bigint REFERENCES node ON DELETE SET NULL,
  revoked_at timestamptz,
  reserved_for bytea,                        -- keyed hash of an e-mail address
  reserved_until timestamptz,
  reserved_on date,
  reservations integer NOT NULL DEFAULT 0 CHECK (reservations BETWEEN 0 AND 5),  -- on that day
  note text NOT NULL DEFAULT '' CHECK (char_length(note) <= 200),                -- for whom it is, in the operator's words
  CHECK (used_at IS NULL OR revoked_at IS NULL)
);

-- The newest code of an e-mail address for each asker, a known browser or a network: a stranger's request doesn't replace the
-- owner's code, and a stranger's wrong tries don't use it up.
CREATE TABLE otp_code (
  email_hash bytea NOT NULL CHECK (octet_length(email_hash) = 32),
  code_hash bytea NOT NULL,
  invite_id bigint REFERENCES invite ON DELETE SET NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  tries integer NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
  used_at timestamptz,
  asker_hash bytea NOT NULL CHECK (octet_length(asker_hash) = 32),
  other_tries integer NOT NULL DEFAULT 0 CHECK (other_tries BETWEEN 0 AND 5),    -- by others than the asker
  PRIMARY KEY (email_hash, asker_hash)
);
CREATE INDEX otp_code_expired ON otp_code (expires_at);

-- Networks that signed in to an e-mail address lately. Strangers cannot use up the budget of their codes. The day is enough to
-- delete them by.
CREATE TABLE familiar_network (
  email_hash bytea NOT NULL CHECK (octet_length(email_hash) = 32),
  network_hash bytea NOT NULL CHECK (octet_length(network_hash) = 32),
  seen_on date NOT NULL,
  PRIMARY KEY (email_hash, network_hash)
);
CREATE INDEX familiar_network_age ON familiar_network (seen_on);

-- Recovery codes of nodes, ten at a time; each signs in once.
CREATE TABLE recovery_code (
  node_id bigint NOT NULL REFERENCES node ON DELETE CASCADE,
  slot smallint NOT NULL CHECK (slot BETWEEN 1 AND 10),
  code_hash bytea NOT NULL UNIQUE CHECK (octet_length(code_hash) = 32),
  made_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (node_id, slot)
);

-- People without an invite who ask for one and showed that the mailbox is theirs: one row per address. Admitted: an invite was
-- mailed, once. Address and note are sealed.
CREATE TABLE waiting (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email_hash bytea NOT NULL UNIQUE CHECK (octet_length(email_hash) = 32),
  sealed bytea NOT NULL,
  asked_at timestamptz NOT NULL,
  admitted_at timestamptz CHECK (admitted_at >= asked_at)
);
CREATE INDEX waiting_age ON waiting (asked_at);

-- One mailbox is one applicant. A founding place is final once the link in the mail was opened.
CREATE TABLE recruitment_application (
  email_key text PRIMARY KEY,
  email text NOT NULL,
  technical_bg text CHECK (length(technical_bg) <= 200),
  handle text CHECK (length(handle) <= 100),
  source text CHECK (length(source) <= 50),
  position_number integer NOT NULL UNIQUE CHECK (position_number >= 1),
  applied_at timestamptz NOT NULL,
  mailbox_key text UNIQUE,                   -- without +tag; null where an older application has the mailbox
  link_hash bytea UNIQUE CHECK (octet_length(link_hash) = 32),
  link_expires_at timestamptz,
  confirmed_at timestamptz,
  founding_number integer UNIQUE CHECK (founding_number BETWEEN 1 AND 50),
  CHECK (founding_number IS NULL OR confirmed_at IS NOT NULL),
  CHECK ((link_hash IS NULL) = (link_expires_at IS NULL))
);
-- Places that are held for applicants who were mailed a link.
CREATE INDEX recruitment_application_held ON recruitment_application (link_expires_at) WHERE confirmed_at IS NULL;

-- A wallet belongs to one node at most. Without `proved_at` its message only named the node's e-mail address.
CREATE TABLE wallet (
  address bytea PRIMARY KEY CHECK (octet_length(address) = 20),
  node_id bigint NOT NULL REFERENCES node ON DELETE CASCADE,
  bound_at timestamptz NOT NULL,
  proved_at timestamptz
);
CREATE INDEX wallet_of_node ON wallet (node_id, bound_at);

-- Nonces of messages that were accepted. A row is of no use once its message is too old.
CREATE TABLE used_nonce (
  nonce_hash bytea PRIMARY KEY CHECK (octet_length(nonce_hash) = 32),
  used_at timestamptz NOT NULL
);
CREATE INDEX used_nonce_age ON used_nonce (used_at);

-- Passkeys (WebAuthn) of nodes: public keys only. A node has ten at most, one in each slot. Requests name `id`, since paths are
-- logged and the credential id must not be. The last use is known to the hour.
CREATE TABLE passkey (
  id uuid PRIMARY KEY,
  node_id bigint NOT NULL REFERENCES node ON DELETE CASCADE,
  slot smallint NOT NULL CHECK (slot BETWEEN 1 AND 10),
  credential_id bytea NOT NULL UNIQUE CHECK (octet_length(credential_id) BETWEEN 1 AND 1023),
  public_key bytea NOT NULL CHECK (octet_length(public_key) BETWEEN 1 AND 2048),
  counter bigint NOT NULL CHECK (counter >= 0),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 64),
  transports text[] NOT NULL,
  backed_up boolean NOT NULL,
  attested boolean NOT NULL,
  aaguid uuid NOT NULL,
  format text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  suspected_at timestamptz,
  UNIQUE (node_id, slot)
);

-- Challenges that made a passkey. A row is of no use once its challenge has expired.
CREATE TABLE used_passkey_challenge (
  id uuid PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX used_passkey_challenge_age ON used_passkey_challenge (expires_at);

-- == Days and scores of nodes ==

CREATE TABLE scan_day (
  node_id bigint NOT NULL REFERENCES node ON DELETE CASCADE,
  day date NOT NULL,
  scans integer NOT NULL CHECK (scans BETWEEN 1 AND 3),
  PRIMARY KEY (node_id, day)
);

CREATE TABLE gain_day (
  node_id bigint NOT NULL REFERENCES node ON DELETE CASCADE,
  day date NOT NULL,
  gains integer NOT NULL CHECK (gains BETWEEN 1 AND 3),
  PRIMARY KEY (node_id, day)
);

-- Days on which a node scanned or gained; the tally active:DAY counts them.
CREATE TABLE active_day (
  node_id bigint NOT NULL REFERENCES node ON DELETE CASCADE,
  day date NOT NULL,
  PRIMARY KEY (node_id, day)
);

-- Every change of a score; the changes of a node add up to its entropy_score.
CREATE TABLE entropy_entry (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  node_id bigint NOT NULL REFERENCES node ON DELETE CASCADE,
  at timestamptz NOT NULL,
  change integer NOT NULL CHECK (change <> 0),
  reason text NOT NULL CHECK (reason IN ('gain', 'decay')),
  score integer NOT NULL CHECK (score >= 0),
  CHECK ((reason = 'gain') = (change > 0))
);
CREATE INDEX entropy_entry_of_node ON entropy_entry (node_id, id DESC);

-- == Scans ==

-- Which enrollment of a node counts: the newest alone. Nothing of the motion is stored.
CREATE TABLE node_enrollment (
  node_id bigint PRIMARY KEY REFERENCES node ON DELETE CASCADE,
  number integer NOT NULL CHECK (number >= 1),
  enrolled_at timestamptz NOT NULL           -- to the minute, so that it cannot be joined with other times
);

-- Challenges that were answered. A row is of no use after its challenge has expired, which is known to the hour.
CREATE TABLE used_challenge (
  id uuid PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX used_challenge_age ON used_challenge (expires_at);

-- Challenges whose strokes are given one by one. A row is the whole state of one: each step is one conditional statement on it, so
-- of several processes one makes it. It leads to no node (the token does), and is deleted when the challenge is answered or expires.
CREATE TABLE live_challenge (
  id uuid PRIMARY KEY,
  sealed bytea NOT NULL CHECK (octet_length(sealed) BETWEEN 1 AND 2048),   -- the strokes
  step smallint NOT NULL DEFAULT 0 CHECK (step BETWEEN 0 AND 6),           -- how many commitments were taken
  chain bytea NOT NULL CHECK (octet_length(chain) = 32),                   -- the last of them
  elapsed_ms integer[] NOT NULL DEFAULT '{}',                              -- of each step, since the capture's first sample
  issued_at timestamptz NOT NULL,
  began_at timestamptz,                                                    -- the capture, according to the first step
  ended text CHECK (octet_length(ended) BETWEEN 1 AND 200),                -- why no further step is taken
  expires_at timestamptz NOT NULL,
  CHECK (cardinality(elapsed_ms) = step),
  CHECK ((began_at IS NULL) = (step = 0))
);
CREATE INDEX live_challenge_age ON live_challenge (expires_at);

-- Motion that was judged and waits to be remembered. A row is written beside a person's own rows, so it says nothing without
-- SECRET_KEY: the number is a keyed hash, the contents are sealed and filled up to whole steps, and the time is a day. Whole
-- batches move on to replay_capture, in random order and in a transaction of their own.
CREATE TABLE replay_waiting (
  id bytea PRIMARY KEY CHECK (octet_length(id) = 32),   -- of the digest: the same capture waits once
  sealed bytea NOT NULL CHECK (octet_length(sealed) BETWEEN 1 AND 65536),
  seen_on date NOT NULL,
  -- The first bytes of what is sealed are random: rows are found by them without reading the motion.
  mark bytea GENERATED ALWAYS AS (substring(sealed FROM 1 FOR 12)) STORED
);
CREATE INDEX replay_waiting_mark ON replay_waiting (mark);

-- The memory of motion. Nothing here says whose it was: the number follows from the digest, not from the order in which captures
-- came, and a day is shared by too many to join it with the time of a receipt or a token.
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

-- Single strokes of captures that were judged: cut out and joined anew, they would answer any challenge. As with whole captures,
-- nothing says whose a stroke was, nor which capture it was a part of: it is numbered by its contents and knows its day.
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

-- == Receipts ==

-- The keys that sign receipts: the active one, and earlier ones while questions about their receipts may still come.
CREATE TABLE issuer_key (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{16}$'),             -- the issuer id of CPS-0001
  public_key text NOT NULL UNIQUE CHECK (public_key ~ '^[0-9a-f]{64}$'),
  sealed_seed bytea NOT NULL,
  active_from timestamptz NOT NULL,
  retired_at timestamptz,
  compromised boolean NOT NULL DEFAULT false,                    -- nothing that it signed is trusted any more
  use text NOT NULL DEFAULT 'production' CHECK (use IN ('production', 'test')),  -- a sandbox signs with a key marked as a test
  CHECK (retired_at >= active_from),
  CHECK (NOT compromised OR retired_at IS NOT NULL)
);
-- One active key for each use, even if several processes create one at once.
CREATE UNIQUE INDEX issuer_key_active ON issuer_key (use) WHERE retired_at IS NULL;

-- The end of each subject's chain. A process that adds a receipt locks the row.
CREATE TABLE receipt_chain (
  subject text PRIMARY KEY CHECK (subject ~ '^sha256:[0-9a-f]{64}$'),
  issuer_id text REFERENCES issuer_key,
  position integer NOT NULL DEFAULT 0 CHECK (position >= 0),
  hash text CHECK (hash ~ '^[0-9a-f]{64}$'),
  ends_at timestamptz,
  CHECK (num_nulls(issuer_id, hash, ends_at) = CASE position WHEN 0 THEN 3 ELSE 0 END)
);
CREATE INDEX receipt_chain_age ON receipt_chain (ends_at);

-- Receipts that were issued, without evidence: enough to list, to revoke and to answer whether a receipt is revoked.
CREATE TABLE receipt (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  receipt_id uuid NOT NULL UNIQUE,
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  subject text NOT NULL,
  position integer NOT NULL CHECK (position >= 1),
  owner bytea CHECK (octet_length(owner) = 32),                  -- keyed hash of the node; null without a node or after its erasure
  audience text,
  issuer_id text NOT NULL REFERENCES issuer_key,
  issued_at timestamptz NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  revoke_reason text CHECK (length(revoke_reason) BETWEEN 1 AND 200),
  UNIQUE (subject, position),
  CHECK (starts_at < ends_at AND ends_at < expires_at),
  CHECK (revoke_reason IS NULL OR revoked_at IS NOT NULL)
);
CREATE INDEX receipt_of_owner ON receipt (owner, id DESC) WHERE owner IS NOT NULL;
CREATE INDEX receipt_revoked ON receipt (issuer_id, expires_at DESC) WHERE revoked_at IS NOT NULL;
-- Housekeeping: old receipts, and keys that no receipt refers to.
CREATE INDEX receipt_age ON receipt (expires_at);
CREATE INDEX receipt_of_issuer ON receipt (issuer_id);

-- Receipts that people store here, encrypted by their browser. The key stands in a link and never comes here. A node has a hundred
-- at most, one in each slot.
CREATE TABLE kept_receipt (
  id text PRIMARY KEY CHECK (id ~ '^[A-Za-z0-9_-]{22}$'),
  node_id bigint NOT NULL REFERENCES node ON DELETE CASCADE,
  slot smallint NOT NULL CHECK (slot BETWEEN 1 AND 100),
  ciphertext bytea NOT NULL CHECK (octet_length(ciphertext) BETWEEN 29 AND 32768),
  created_at timestamptz NOT NULL,
  UNIQUE (node_id, slot)
);

-- == Research and calibration ==

-- A research upload: motion without a name. It leads to no address after a day, and to a node only through a keyed pseudonym.
CREATE TABLE research_session (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  session_id uuid NOT NULL UNIQUE,           -- the caller's
  received_at timestamptz NOT NULL,
  delete_hash bytea NOT NULL CHECK (octet_length(delete_hash) = 32),
  person bytea CHECK (octet_length(person) = 32),   -- of the node whose proved token came along
  source bytea CHECK (octet_length(source) = 32),   -- the address under the day's salt, which does not outlive the day

  usable boolean NOT NULL,                   -- the landmarks were understood, and only then stored
  repeats boolean NOT NULL,                  -- the same motion is stored under another id already
  joints smallint CHECK (joints IN (18, 21, 33)),
  frames smallint CHECK (frames BETWEEN 2 AND 1200),
  landmarks bytea,
  content_hash bytea CHECK (octet_length(content_hash) = 32),

  -- By the service's own engine; NULL where it can say nothing.
  presence double precision CHECK (presence BETWEEN 0 AND 1),
  micro_timing double precision CHECK (micro_timing BETWEEN 0 AND 1),
  noise_residual double precision CHECK (noise_residual BETWEEN 0 AND 1),
  freq_entropy double precision CHECK (freq_entropy BETWEEN 0 AND 1),
  bio_perturb double precision CHECK (bio_perturb BETWEEN 0 AND 1),

  -- By the caller, for comparison only.
  pes_score double precision NOT NULL CHECK (pes_score BETWEEN 0 AND 1),
  pes_micro_timing double precision CHECK (pes_micro_timing BETWEEN 0 AND 1),
  pes_noise_residual double precision CHECK (pes_noise_residual BETWEEN 0 AND 1),
  pes_freq_entropy double precision CHECK (pes_freq_entropy BETWEEN 0 AND 1),
  pes_bio_perturb double precision CHECK (pes_bio_perturb BETWEEN 0 AND 1),

  os text NOT NULL,
  browser text NOT NULL,
  viewport_width smallint NOT NULL,
  viewport_height smallint NOT NULL,
  imu_available boolean,
  lighting text NOT NULL,
  duration_ms integer NOT NULL CHECK (duration_ms BETWEEN 1000 AND 60000),
  total_frames smallint NOT NULL CHECK (total_frames BETWEEN 1 AND 1200),
  valid_frames integer NOT NULL CHECK (valid_frames >= 0),
  phases jsonb NOT NULL CHECK (jsonb_array_length(phases) BETWEEN 1 AND 5),

  CHECK (usable = (landmarks IS NOT NULL AND content_hash IS NOT NULL AND joints IS NOT NULL AND frames IS NOT NULL)),
  CHECK (usable OR (landmarks IS NULL AND content_hash IS NULL AND NOT repeats))
);
-- Compressed already: see research/landmarks.ts. Apart, since PostgreSQL 15 takes no STORAGE in CREATE TABLE.
ALTER TABLE research_session ALTER COLUMN landmarks SET STORAGE EXTERNAL;
-- Of one motion, one session counts.
CREATE UNIQUE INDEX research_session_content ON research_session (content_hash) WHERE usable AND NOT repeats;
CREATE INDEX research_session_repeats ON research_session (content_hash, id) WHERE repeats;
-- Calibration reads in the order of ids.
CREATE INDEX research_session_usable ON research_session (id) WHERE usable AND NOT repeats;
CREATE INDEX research_session_latest ON research_session (received_at);
CREATE INDEX research_session_of_person ON research_session (person, id) WHERE person IS NOT NULL;

-- Under a salt, equal addresses of one UTC day look alike. Once the salt is deleted, a label leads back to no address.
CREATE TABLE research_salt (
  day date PRIMARY KEY,
  salt bytea NOT NULL CHECK (octet_length(salt) = 32)
);

-- People who give strokes to research: a keyed hash of their pseudonym, for as long as strokes of theirs are stored.
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

  usable boolean NOT NULL,                   -- a calibration can learn from the strokes; only then they are stored
  strokes bytea,
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
-- Compressed already: see research/strokes.ts. Apart, since PostgreSQL 15 takes no STORAGE in CREATE TABLE.
ALTER TABLE research_strokes ALTER COLUMN strokes SET STORAGE EXTERNAL;
-- Calibration reads in the order of ids.
CREATE INDEX research_strokes_usable ON research_strokes (id) WHERE usable;
CREATE INDEX research_strokes_of_person ON research_strokes (person, usable, received_on, device);

-- The result of one calibration. Never changed afterwards.
CREATE TABLE calibration_artifact (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL,
  sessions integer NOT NULL CHECK (sessions >= 0),
  people integer NOT NULL CHECK (people >= 0),
  feature_mode text NOT NULL,
  thresholds jsonb NOT NULL,                 -- low, medium, high; null where the data could not support a target
  applicable boolean NOT NULL,               -- may be activated
  report jsonb NOT NULL,                     -- for operators, with the data of its plots
  model jsonb,                               -- what the engine compares landmark signatures with
  CHECK (model IS NOT NULL OR NOT applicable)
);

-- Which artifacts are in force, for landmarks (artifact_id) and for answers of motion sensors (strokes_artifact_id): one row, so
-- that there is never more than one of each. Null means the shipped thresholds.
CREATE TABLE calibration_active (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  artifact_id uuid REFERENCES calibration_artifact,
  since timestamptz NOT NULL,
  strokes_artifact_id uuid REFERENCES calibration_artifact
);
INSERT INTO calibration_active (artifact_id, since) VALUES (NULL, now());

CREATE TABLE calibration_run (
  id uuid PRIMARY KEY,
  options jsonb NOT NULL,
  state text NOT NULL CHECK (state IN ('running', 'done', 'failed', 'cancelled')),
  stage text NOT NULL,
  percent integer NOT NULL CHECK (percent BETWEEN 0 AND 100),
  started_at timestamptz NOT NULL,
  finished_at timestamptz,
  claim uuid NOT NULL,                       -- of the process that works on it
  claimed_until timestamptz NOT NULL,        -- after this, another process takes it over
  artifact_id uuid REFERENCES calibration_artifact,
  problem text,
  CHECK ((finished_at IS NULL) = (state = 'running')),
  CHECK ((artifact_id IS NOT NULL) = (state = 'done'))
);
-- One at a time, across all processes.
CREATE UNIQUE INDEX calibration_run_alone ON calibration_run ((true)) WHERE state = 'running';
CREATE INDEX calibration_run_newest ON calibration_run (started_at DESC);

-- == Agents ==

CREATE TABLE agent (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  agent_id text NOT NULL UNIQUE,
  agent_handle text NOT NULL,
  handle_key text NOT NULL UNIQUE,
  agent_type text NOT NULL,
  origin text NOT NULL,
  public_key text NOT NULL,
  state text NOT NULL DEFAULT 'declared' CHECK (state IN ('declared', 'verified', 'revoked')),
  declared_at timestamptz NOT NULL,
  verified_at timestamptz,
  revoked_at timestamptz,
  revoked_by text CHECK (revoked_by IN ('agent', 'operator', 'admin')),
  skeleton text,                             -- equal for handles that look alike (UTS #39); null where an older agent has the look
  CHECK (state <> 'verified' OR verified_at IS NOT NULL),
  CHECK ((state = 'revoked') = (revoked_at IS NOT NULL)),
  CHECK ((revoked_at IS NULL) = (revoked_by IS NULL))
);
CREATE UNIQUE INDEX agent_skeleton ON agent (skeleton);
CREATE INDEX agent_unproved ON agent (declared_at) WHERE state = 'declared';

-- A key that was proved belongs to one agent for good, also after that agent has another key or was removed.
CREATE TABLE proved_key (
  thumbprint text PRIMARY KEY CHECK (thumbprint ~ '^[A-Za-z0-9_-]{43}$'),   -- RFC 7638, the keyid of signed requests
  agent_id bigint REFERENCES agent ON DELETE SET NULL
);
CREATE INDEX proved_key_of_agent ON proved_key (agent_id);

-- The keys of an agent, of which the last one is its own now.
CREATE TABLE agent_key (
  agent_id bigint NOT NULL REFERENCES agent ON DELETE CASCADE,
  version integer NOT NULL CHECK (version >= 1),
  public_key text NOT NULL,                  -- as the agent wrote it
  thumbprint text UNIQUE REFERENCES proved_key ON DELETE CASCADE,
  added_at timestamptz NOT NULL,
  proved_at timestamptz,
  ended_at timestamptz,
  PRIMARY KEY (agent_id, version),
  CHECK ((proved_at IS NULL) = (thumbprint IS NULL)),
  CHECK (version = 1 OR proved_at IS NOT NULL)
);
CREATE UNIQUE INDEX agent_key_current ON agent_key (agent_id) WHERE ended_at IS NULL;

-- The node that answers for an agent. It names a receipt of that node's presence, which may be deleted before this row.
CREATE TABLE agent_operator (
  agent_id bigint PRIMARY KEY REFERENCES agent ON DELETE CASCADE,
  node_id bigint NOT NULL REFERENCES node ON DELETE CASCADE,
  receipt_id uuid NOT NULL,
  since timestamptz NOT NULL
);
CREATE INDEX agent_operator_node ON agent_operator (node_id);

-- Values that an agent may use once: nonces of signed requests, and consents to an operator.
CREATE TABLE agent_nonce (
  agent_id bigint NOT NULL REFERENCES agent ON DELETE CASCADE,
  nonce_hash bytea NOT NULL CHECK (octet_length(nonce_hash) = 32),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (agent_id, nonce_hash)
);
CREATE INDEX agent_nonce_age ON agent_nonce (expires_at);

-- == Sites, checks and approvals ==

-- Relying parties: sites and applications that ask people for their presence. The key is public. Receipts for a test site are
-- marked as tests for good, so `test` cannot change.
CREATE TABLE site (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_key text NOT NULL UNIQUE,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 64),
  origins text[] NOT NULL CHECK (cardinality(origins) BETWEEN 1 AND 20),
  return_urls text[] NOT NULL CHECK (cardinality(return_urls) <= 20),
  test boolean NOT NULL,
  created_at timestamptz NOT NULL,
  disabled_at timestamptz,
  logout_url text CHECK (length(logout_url) BETWEEN 1 AND 1024),  -- called when a person signs out; most sites have none
  ping_url text CHECK (length(ping_url) BETWEEN 1 AND 1024),      -- called when a backchannel request is decided; else the site polls
  -- The actions of the site's pages, each with the least level that siteverify takes for it. A page runs in a stranger's browser,
  -- so the level that it asks for proves nothing.
  actions jsonb NOT NULL DEFAULT '{}'
    CHECK (jsonb_typeof(actions) = 'object' AND NOT jsonb_path_exists(actions, '$.* ? (!(@ >= 1 && @ <= 3))'))
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

-- A check: a site asks a person for one action. Tokens of pages and the link for a phone are stored as hashes, or not at all. The
-- result is sealed until it is redeemed.
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
  -- Counts changes, so that those who follow it ask for no more than is new.
  changes integer NOT NULL DEFAULT 0,
  refusals smallint NOT NULL DEFAULT 0 CHECK (refusals BETWEEN 0 AND 5),
  subject text CHECK ((subject IS NULL) = (state <> 'passed')),
  reached smallint CHECK ((reached IS NULL) = (state <> 'passed') AND reached BETWEEN 0 AND 3),
  -- The receipt and the token of a check that has passed, until they are redeemed.
  sealed bytea CHECK (sealed IS NULL OR state = 'passed'),
  -- A check that a page starts is opened from there, by a secret that only that page can hand over, or by the number that it shows.
  -- Null where a site's server asked.
  open_hash bytea CHECK (octet_length(open_hash) = 32),
  open_number smallint CHECK ((open_hash IS NULL) = (open_number IS NULL) AND open_number BETWEEN 0 AND 99),
  -- Whether it was opened by the secret; null until it is opened.
  same_browser boolean CHECK (same_browser IS NULL OR num_nulls(open_hash, screen_hash) = 0),
  -- Any program can start checks of pages and sign-ins, so unopened ones are deleted sooner than those of a site's server.
  asked_by text NOT NULL DEFAULT 'server' CHECK (asked_by IN ('server', 'page', 'sign_in'))
);
-- The use of a site, day by day.
CREATE INDEX site_check_of_site ON site_check (site_id, created_at);
-- Checks that can be deleted, and those that can be after an hour.
CREATE INDEX site_check_expires ON site_check (expires_at);
CREATE INDEX site_check_unopened ON site_check (expires_at)
  WHERE asked_by <> 'server' AND screen_hash IS NULL AND state = 'open';

-- Who may ask a node for approvals: a site or an agent. A row stays when it ends, so that an operator's agent does not come back by itself.
CREATE TABLE asker (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  node_id bigint NOT NULL REFERENCES node ON DELETE CASCADE,
  site_id bigint REFERENCES site ON DELETE CASCADE,
  agent_id bigint REFERENCES agent ON DELETE CASCADE,
  -- The name under which the asker knows the node.
  subject text NOT NULL,
  allowed_at timestamptz NOT NULL,
  ended_at timestamptz,
  per_day smallint NOT NULL CHECK (per_day BETWEEN 1 AND 100),
  -- How often it asked on this day.
  day date NOT NULL,
  asked smallint NOT NULL DEFAULT 0 CHECK (asked BETWEEN 0 AND per_day),
  CHECK (num_nonnulls(site_id, agent_id) = 1),
  UNIQUE (node_id, site_id),
  UNIQUE (node_id, agent_id)
);
CREATE INDEX asker_of_site ON asker (site_id, subject) WHERE site_id IS NOT NULL;
CREATE INDEX asker_of_agent ON asker (agent_id, subject) WHERE agent_id IS NOT NULL;

-- An approval: one exact action that a person is asked for. Only its state and result change.
CREATE TABLE approval (
  id uuid PRIMARY KEY,
  asker_id bigint NOT NULL REFERENCES asker ON DELETE CASCADE,
  -- As it was written, names in their order.
  action json NOT NULL,
  -- SHA-256 of the RFC 8785 form of the action.
  digest text NOT NULL CHECK (digest ~ '^[0-9a-f]{64}$'),
  assurance smallint NOT NULL CHECK (assurance BETWEEN 1 AND 3),
  audience text NOT NULL,
  test boolean NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'granted', 'denied')),
  reason text CHECK ((reason IS NULL) = (state <> 'denied')),
  decided_at timestamptz CHECK ((decided_at IS NULL) = (state = 'open')),
  redeemed_at timestamptz CHECK (redeemed_at IS NULL OR state = 'granted'),
  refusals smallint NOT NULL DEFAULT 0 CHECK (refusals BETWEEN 0 AND 5),
  subject text CHECK ((subject IS NULL) = (state <> 'granted')),
  reached smallint,
  -- The receipt and the token of a granted approval, until they are redeemed.
  sealed bytea CONSTRAINT approval_check6 CHECK (sealed IS NULL OR state = 'granted'),
  -- Whether the person may approve without motion, by a mailed code: the level reached is then 0. Only where level 1 is asked for.
  other_way boolean NOT NULL DEFAULT false CONSTRAINT approval_check7 CHECK (NOT other_way OR assurance = 1),
  CONSTRAINT approval_reached
    CHECK ((reached IS NULL) = (state <> 'granted') AND (reached >= assurance OR (other_way AND reached = 0)))
);
-- The open approvals of an asker, and those of a node, the newest first.
CREATE INDEX approval_of_asker ON approval (asker_id, created_at);
-- Approvals that can be deleted, and the list for operators.
CREATE INDEX approval_created ON approval (created_at, id);

-- Items of the OpenID provider: sessions, interactions, pushed requests, grants, codes and access tokens. A reader of the table
-- can use none of them: ids are keyed hashes, and the rest is sealed.
CREATE TABLE oidc_item (
  kind text NOT NULL CHECK (kind ~ '^[A-Z][A-Za-z]{1,40}$'),
  id_hash bytea NOT NULL CHECK (octet_length(id_hash) = 32),
  -- By which codes and tokens name the session that they belong to.
  uid_hash bytea CHECK (octet_length(uid_hash) = 32),
  -- The id_hash of the grant that this goes back to; without the grant it counts no more.
  grant_hash bytea CHECK (octet_length(grant_hash) = 32),
  sealed bytea NOT NULL,
  consumed_at timestamptz,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (kind, id_hash)
);
CREATE INDEX oidc_item_uid ON oidc_item (uid_hash) WHERE uid_hash IS NOT NULL;
CREATE INDEX oidc_item_grant ON oidc_item (grant_hash) WHERE grant_hash IS NOT NULL;
CREATE INDEX oidc_item_expires ON oidc_item (expires_at);

-- Which approval settles a backchannel request (CIBA) of the OpenID provider. The id of the request is a keyed hash, and sealed for
-- the ping that names it.
CREATE TABLE backchannel_request (
  request_hash bytea PRIMARY KEY CHECK (octet_length(request_hash) = 32),
  approval_id uuid NOT NULL UNIQUE REFERENCES approval ON DELETE CASCADE,
  -- Its id, and the issuer that it was made at.
  sealed bytea NOT NULL,
  -- When the site is pinged next; null where it polls, and after the ping.
  ping_at timestamptz,
  pings smallint NOT NULL DEFAULT 0 CHECK (pings BETWEEN 0 AND 5)
);
CREATE INDEX backchannel_request_ping ON backchannel_request (ping_at) WHERE ping_at IS NOT NULL;

-- == Messages ==

-- A mail is written here in the transaction that causes it, and sent afterwards.
CREATE TABLE mail (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL
    CHECK (kind IN ('subscription', 'code', 'founding_tester', 'notice', 'approval', 'invite', 'waitlist', 'test')),
  sealed bytea,                              -- address and contents; deleted once the mail is sent
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sending', 'sent', 'dead')),
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  next_try_at timestamptz,
  expires_at timestamptz,                    -- of no use afterwards
  sent_at timestamptz,
  problem text NOT NULL DEFAULT '',
  CHECK ((state = 'sent') = (sent_at IS NOT NULL)),
  CHECK (state NOT IN ('waiting', 'sending') OR sealed IS NOT NULL)
);
CREATE INDEX mail_waiting ON mail (next_try_at) WHERE state IN ('waiting', 'sending');

-- How the owner of a node learns of requests for an approval; a node without a row gets mails at all hours.
CREATE TABLE notice_setting (
  node_id bigint PRIMARY KEY REFERENCES node ON DELETE CASCADE,
  mail boolean NOT NULL,
  quiet_from text CHECK (quiet_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  quiet_to text CHECK (quiet_to ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' AND quiet_to <> quiet_from),
  time_zone text CHECK (length(time_zone) BETWEEN 1 AND 64),
  -- At which hour, by the clocks of which time zone, the owner is reminded of a streak that is about to end; null: never.
  remind_at text CHECK (remind_at ~ '^([01][0-9]|2[0-3]):00$'),
  remind_zone text CHECK (length(remind_zone) BETWEEN 1 AND 64),
  CHECK (num_nulls(quiet_from, quiet_to, time_zone) IN (0, 3)),
  CONSTRAINT notice_setting_reminder CHECK (num_nulls(remind_at, remind_zone) IN (0, 2))
);
CREATE INDEX notice_setting_reminded ON notice_setting (remind_zone) WHERE remind_zone IS NOT NULL;

-- One row per reminded node and UTC day, so that no owner is reminded twice, no matter which process is first.
CREATE TABLE streak_reminder (
  node_id bigint NOT NULL REFERENCES node ON DELETE CASCADE,
  day date NOT NULL,
  PRIMARY KEY (node_id, day)
);
CREATE INDEX streak_reminder_age ON streak_reminder (day);

-- Browsers that show notices of a node (web push). Their addresses and keys are sealed; the hash distinguishes them. A node has ten
-- at most, one in each slot.
CREATE TABLE push_device (
  id uuid PRIMARY KEY,
  node_id bigint NOT NULL REFERENCES node ON DELETE CASCADE,
  slot smallint NOT NULL CHECK (slot BETWEEN 1 AND 10),
  endpoint_hash bytea NOT NULL CHECK (octet_length(endpoint_hash) = 32),
  sealed bytea NOT NULL,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 64),
  created_at timestamptz NOT NULL,
  last_sent_at timestamptz,
  UNIQUE (node_id, slot),
  UNIQUE (node_id, endpoint_hash)
);

-- Messages on their way, written in the transaction that causes them. A message that was taken, given up or has expired has no row.
CREATE TABLE push_message (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id uuid NOT NULL REFERENCES push_device ON DELETE CASCADE,
  sealed bytea NOT NULL,
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  next_try_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX push_message_due ON push_message (next_try_at);
CREATE INDEX push_message_age ON push_message (expires_at);
CREATE INDEX push_message_of_device ON push_message (device_id);

-- The address that receives events of a site, and since when it answers that it is gone.
CREATE TABLE site_webhook (
  site_id bigint PRIMARY KEY REFERENCES site ON DELETE CASCADE,
  url text NOT NULL CHECK (length(url) BETWEEN 1 AND 1024),
  created_at timestamptz NOT NULL,
  disabled_at timestamptz,
  disabled_reason text,
  CHECK ((disabled_at IS NULL) = (disabled_reason IS NULL))
);

-- Secrets that sign the events of a site: sealed, for they must be used. Earlier ones sign, too, until they end.
CREATE TABLE site_webhook_secret (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id bigint NOT NULL REFERENCES site_webhook ON DELETE CASCADE,
  sealed bytea NOT NULL,
  hint text NOT NULL CHECK (char_length(hint) = 4),
  created_at timestamptz NOT NULL,
  ends_at timestamptz
);
CREATE UNIQUE INDEX site_webhook_secret_current ON site_webhook_secret (site_id) WHERE ends_at IS NULL;
CREATE INDEX site_webhook_secret_ending ON site_webhook_secret (ends_at) WHERE ends_at IS NOT NULL;
CREATE INDEX site_webhook_secret_of_site ON site_webhook_secret (site_id);

-- An event is written here in the transaction that causes it, and sent afterwards; then it is the log of its delivery.
CREATE TABLE webhook_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id text NOT NULL UNIQUE CHECK (event_id ~ '^evt_[A-Za-z0-9_-]{22}$'),
  site_id bigint NOT NULL REFERENCES site_webhook ON DELETE CASCADE,
  type text NOT NULL CHECK (type ~ '^[a-z]+\.[a-z]+$'),
  body text NOT NULL,                        -- as it is signed and sent, the same at every try
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sending', 'sent', 'dead')),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  created_at timestamptz NOT NULL,
  next_try_at timestamptz,
  sent_at timestamptz,
  last_status integer,
  problem text NOT NULL DEFAULT '',
  CHECK ((state = 'sent') = (sent_at IS NOT NULL)),
  CHECK ((state IN ('waiting', 'sending')) = (next_try_at IS NOT NULL))
);
CREATE INDEX webhook_event_due ON webhook_event (next_try_at) WHERE state IN ('waiting', 'sending');
CREATE INDEX webhook_event_of_site_due ON webhook_event (site_id, next_try_at) WHERE state IN ('waiting', 'sending');
CREATE INDEX webhook_event_of_site ON webhook_event (site_id, id DESC);
CREATE INDEX webhook_event_age ON webhook_event (created_at) WHERE state IN ('sent', 'dead');

-- == Publishing ==

-- A post that was published or is to be. A row is committed before the platform is called, and says what is known since.
CREATE TABLE publication (
  id uuid PRIMARY KEY,
  key_hash bytea UNIQUE CHECK (octet_length(key_hash) = 32),  -- of a post that may be published once; null when it may be again
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
