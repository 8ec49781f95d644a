-- What one calibration found. Never changed afterwards.
CREATE TABLE calibration_artifact (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL,
  sessions integer NOT NULL CHECK (sessions >= 0),
  people integer NOT NULL CHECK (people >= 0),
  feature_mode text NOT NULL,
  thresholds jsonb NOT NULL,                 -- low, medium, high; null where the data could not support a target
  applicable boolean NOT NULL,               -- may be activated
  report jsonb NOT NULL,                     -- what operators see, with the data of its plots
  model jsonb,                               -- what the engine compares landmark signatures with
  CHECK (model IS NOT NULL OR NOT applicable)
);

-- Which artifact is in force: one row, so that there is never more than one. Null means the shipped thresholds.
CREATE TABLE calibration_active (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  artifact_id uuid REFERENCES calibration_artifact,
  since timestamptz NOT NULL
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
