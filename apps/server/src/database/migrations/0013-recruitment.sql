-- One mailbox is one applicant. A founding place is final once the link in the mail was opened.
ALTER TABLE cohort DROP CONSTRAINT cohort_name_check;
ALTER TABLE cohort
  ADD CONSTRAINT cohort_name_check CHECK (name IN ('genesis', 'recruitment', 'founding')),
  ADD CONSTRAINT cohort_founding_check CHECK (name <> 'founding' OR taken <= 50);
INSERT INTO cohort (name, taken, last_at)
SELECT 'founding', least(50, taken), last_at FROM cohort WHERE name = 'recruitment';

ALTER TABLE recruitment_application
  ADD COLUMN mailbox_key text UNIQUE,        -- without +tag; null where an application from before has the mailbox already
  ADD COLUMN link_hash bytea UNIQUE CHECK (octet_length(link_hash) = 32),
  ADD COLUMN link_expires_at timestamptz,
  ADD COLUMN confirmed_at timestamptz,
  ADD COLUMN founding_number integer UNIQUE CHECK (founding_number BETWEEN 1 AND 50),
  ADD CHECK (founding_number IS NULL OR confirmed_at IS NOT NULL),
  ADD CHECK ((link_hash IS NULL) = (link_expires_at IS NULL));
-- Places that are held for whoever was mailed a link.
CREATE INDEX recruitment_application_held ON recruitment_application (link_expires_at) WHERE confirmed_at IS NULL;

-- As foldMailbox does. Those who applied before got their invites at once.
WITH part AS (
  SELECT email_key, position_number, regexp_replace(split_part(email_key, '@', 1), '(.)\+.*$', '\1') AS local,
    split_part(email_key, '@', 2) AS domain
  FROM recruitment_application
), folded AS (
  SELECT email_key, position_number,
    CASE WHEN domain IN ('gmail.com', 'googlemail.com') THEN replace(local, '.', '') || '@gmail.com'
      ELSE local || '@' || domain END AS mailbox_key
  FROM part
), first AS (
  SELECT DISTINCT ON (mailbox_key) email_key, mailbox_key FROM folded ORDER BY mailbox_key, position_number
)
UPDATE recruitment_application AS a SET mailbox_key = first.mailbox_key FROM first WHERE a.email_key = first.email_key;
UPDATE recruitment_application SET confirmed_at = applied_at, founding_number = position_number WHERE position_number <= 50;
