-- People without an invite who ask for one, and showed that the mailbox is theirs. Address and note are sealed; the hash of the address
-- makes it one row each. Admitted: an invite was mailed, once.
CREATE TABLE waiting (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email_hash bytea NOT NULL UNIQUE CHECK (octet_length(email_hash) = 32),
  sealed bytea NOT NULL,
  asked_at timestamptz NOT NULL,
  admitted_at timestamptz CHECK (admitted_at >= asked_at)
);
CREATE INDEX waiting_age ON waiting (asked_at);

ALTER TABLE mail DROP CONSTRAINT mail_kind_check;
ALTER TABLE mail ADD CONSTRAINT mail_kind_check
  CHECK (kind IN ('subscription', 'code', 'founding_tester', 'notice', 'approval', 'invite', 'waitlist', 'test'));
