-- Whether a check also takes a first visit: a person whom its site doesn't know again. A sign-in, an approval and level 2 never do.
ALTER TABLE request ADD COLUMN subject_kind text NOT NULL DEFAULT 'same' CHECK (subject_kind IN ('once', 'same')),
  ADD CONSTRAINT request_first_visit CHECK (subject_kind = 'same' OR (kind = 'check' AND asked_by <> 'sign_in' AND assurance = 1));

-- The subject of a first visit is of this grant alone.
ALTER TABLE request_grant ADD COLUMN subject_kind text NOT NULL DEFAULT 'same',
  ADD CONSTRAINT request_grant_first_visit CHECK (subject_kind = 'same' OR (subject_kind = 'once' AND reached = 1 AND asker_id IS NULL));
