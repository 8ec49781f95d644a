-- How a person approves: one press on a signed-in device, their passkey alone, or a scan. Only a scan reaches a level above 0.
ALTER TABLE request ADD COLUMN method text NOT NULL DEFAULT 'hand' CHECK (method IN ('tap', 'passkey', 'hand')),
  DROP CONSTRAINT request_assurance_check,
  ADD CHECK (CASE WHEN method = 'hand' THEN assurance BETWEEN 1 AND 3 ELSE assurance = 0 END),
  ADD CHECK (method = 'hand' OR kind = 'approval' AND NOT other_way);
-- The weakest method by which a person approves.
ALTER TABLE node ADD COLUMN least_method text NOT NULL DEFAULT 'hand' CHECK (least_method IN ('tap', 'passkey', 'hand'));
