-- At which hour, by the clocks of which time zone, the owner of a node is reminded of a streak that is about to end; null: never.
ALTER TABLE notice_setting ADD COLUMN remind_at text CHECK (remind_at ~ '^([01][0-9]|2[0-3]):00$');
ALTER TABLE notice_setting ADD COLUMN remind_zone text CHECK (length(remind_zone) BETWEEN 1 AND 64);
ALTER TABLE notice_setting ADD CONSTRAINT notice_setting_reminder CHECK (num_nulls(remind_at, remind_zone) IN (0, 2));
CREATE INDEX notice_setting_reminded ON notice_setting (remind_zone) WHERE remind_zone IS NOT NULL;

-- Who was reminded on which UTC day: one row each, so that nobody is reminded twice, whichever process is first.
CREATE TABLE streak_reminder (
  node_id bigint NOT NULL REFERENCES node ON DELETE CASCADE,
  day date NOT NULL,
  PRIMARY KEY (node_id, day)
);
CREATE INDEX streak_reminder_age ON streak_reminder (day);

-- Whether the person may approve without motion, by a mailed code: what is reached then is 0. Never where more than level 1 is asked for.
ALTER TABLE approval ADD COLUMN other_way boolean NOT NULL DEFAULT false CHECK (NOT other_way OR assurance = 1);
ALTER TABLE approval DROP CONSTRAINT approval_check5;
ALTER TABLE approval ADD CONSTRAINT approval_reached
  CHECK ((reached IS NULL) = (state <> 'granted') AND (reached >= assurance OR (other_way AND reached = 0)));
