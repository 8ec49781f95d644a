-- Which artifact judges answers of motion sensors, beside the one that judges landmarks (artifact_id). Still one row, so that
-- there is never more than one of each. Null means the shipped thresholds.
ALTER TABLE calibration_active ADD COLUMN strokes_artifact_id uuid REFERENCES calibration_artifact;
