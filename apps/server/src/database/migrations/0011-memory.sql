-- Motion that was judged and waits to be remembered. A row is written beside a person's own rows, so it says nothing without
-- SECRET_KEY: the number is a keyed hash, the contents are sealed and filled up to whole steps, and the time is a day. Whole
-- batches move on to replay_capture, in random order and in a transaction of their own.
CREATE TABLE replay_waiting (
  id bytea PRIMARY KEY CHECK (octet_length(id) = 32),   -- of the digest: the same capture waits once
  sealed bytea NOT NULL CHECK (octet_length(sealed) BETWEEN 1 AND 65536),
  seen_on date NOT NULL
);

-- To the hour, so that they cannot be joined with each other or with anything that knows the minute.
UPDATE used_challenge SET expires_at = date_trunc('hour', expires_at, 'UTC') + interval '1 hour';
UPDATE node_token SET last_used_at = date_trunc('hour', last_used_at, 'UTC') WHERE last_used_at IS NOT NULL;
