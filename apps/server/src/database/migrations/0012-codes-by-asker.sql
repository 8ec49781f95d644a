-- A code belongs to whoever asked for it, a known browser or a network, so that nobody else's request replaces it and nobody
-- else's wrong tries use up its own. Codes that are on their way stay good; nobody known asked for them.
ALTER TABLE otp_code
  ADD COLUMN asker_hash bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex') CHECK (octet_length(asker_hash) = 32),
  ADD COLUMN other_tries integer NOT NULL DEFAULT 0 CHECK (other_tries BETWEEN 0 AND 5),  -- by others than the asker
  DROP CONSTRAINT otp_code_pkey,
  ADD PRIMARY KEY (email_hash, asker_hash);
ALTER TABLE otp_code ALTER COLUMN asker_hash DROP DEFAULT;
CREATE INDEX otp_code_expired ON otp_code (expires_at);

-- Notices to the owner of a node.
ALTER TABLE mail DROP CONSTRAINT mail_kind_check;
ALTER TABLE mail ADD CONSTRAINT mail_kind_check
  CHECK (kind IN ('subscription', 'code', 'founding_tester', 'notice'));
