-- A research upload: motion without a name. It leads to no address after a day, and to a node only through a keyed pseudonym.
CREATE TABLE research_session (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  session_id uuid NOT NULL UNIQUE,           -- the caller's
  received_at timestamptz NOT NULL,
  delete_hash bytea NOT NULL CHECK (octet_length(delete_hash) = 32),
  person bytea CHECK (octet_length(person) = 32),   -- of the node whose proved token came along
  source bytea CHECK (octet_length(source) = 32),   -- the address under the day's salt, which does not outlive the day

  usable boolean NOT NULL,                   -- the landmarks were understood, and only then kept
  repeats boolean NOT NULL,                  -- the same motion is stored under another id already
  joints smallint CHECK (joints IN (18, 21, 33)),
  frames smallint CHECK (frames BETWEEN 2 AND 1200),
  landmarks bytea,                           -- see research/landmarks.ts
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
-- They are compressed already.
ALTER TABLE research_session ALTER COLUMN landmarks SET STORAGE EXTERNAL;

-- Of one motion, one session counts.
CREATE UNIQUE INDEX research_session_content ON research_session (content_hash) WHERE usable AND NOT repeats;
CREATE INDEX research_session_repeats ON research_session (content_hash, id) WHERE repeats;
-- Calibration reads in the order of ids.
CREATE INDEX research_session_usable ON research_session (id) WHERE usable AND NOT repeats;
CREATE INDEX research_session_latest ON research_session (received_at);
CREATE INDEX research_session_of_person ON research_session (person, id) WHERE person IS NOT NULL;

-- Under a salt, equal addresses of one UTC day look alike. Without it nobody can tell whose a label was.
CREATE TABLE research_salt (
  day date PRIMARY KEY,
  salt bytea NOT NULL CHECK (octet_length(salt) = 32)
);
