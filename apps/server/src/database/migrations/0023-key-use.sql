-- What a sandbox signs is marked as a test, and its key too: nobody takes it for a key that vouches for anything.
ALTER TABLE issuer_key ADD COLUMN use text NOT NULL DEFAULT 'production' CHECK (use IN ('production', 'test'));
DROP INDEX issuer_key_active;
-- One active key for each use, whatever several processes do at once.
CREATE UNIQUE INDEX issuer_key_active ON issuer_key (use) WHERE retired_at IS NULL;
