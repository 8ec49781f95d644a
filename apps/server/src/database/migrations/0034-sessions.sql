-- Sessions of browsers are tokens, too: shown in a cookie, ended after 30 days, and named after their device.
ALTER TABLE node_token ADD COLUMN device_name text CHECK (char_length(device_name) BETWEEN 1 AND 64);
ALTER TABLE node_token ADD COLUMN expires_at timestamptz;
ALTER TABLE node_token ADD CONSTRAINT node_token_session CHECK ((device_name IS NULL) = (expires_at IS NULL));
ALTER TABLE node_token ADD CONSTRAINT node_token_proved_session CHECK (proved OR expires_at IS NULL);
CREATE INDEX node_token_end ON node_token (expires_at) WHERE expires_at IS NOT NULL;
