-- The caller that asked for a check. Any program can start those of pages and sign-ins, so unopened ones are deleted sooner than those of
-- a site's server.
ALTER TABLE site_check ADD COLUMN asked_by text NOT NULL DEFAULT 'server' CHECK (asked_by IN ('server', 'page', 'sign_in'));

-- What can go after an hour.
CREATE INDEX site_check_unopened ON site_check (expires_at)
  WHERE asked_by <> 'server' AND screen_hash IS NULL AND state = 'open';
