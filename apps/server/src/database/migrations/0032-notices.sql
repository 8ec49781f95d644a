-- How the owner of a node is told that somebody asks for an approval; a node without a row gets mails at all hours.
CREATE TABLE notice_setting (
  node_id bigint PRIMARY KEY REFERENCES node ON DELETE CASCADE,
  mail boolean NOT NULL,
  quiet_from text CHECK (quiet_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  quiet_to text CHECK (quiet_to ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' AND quiet_to <> quiet_from),
  time_zone text CHECK (length(time_zone) BETWEEN 1 AND 64),
  CHECK (num_nulls(quiet_from, quiet_to, time_zone) IN (0, 3))
);

-- Browsers that a node is told in (web push). Where they are reached, and their keys, are sealed; the hash tells one from another.
-- A node has ten at most, one in each slot.
CREATE TABLE push_device (
  id uuid PRIMARY KEY,
  node_id bigint NOT NULL REFERENCES node ON DELETE CASCADE,
  slot smallint NOT NULL CHECK (slot BETWEEN 1 AND 10),
  endpoint_hash bytea NOT NULL CHECK (octet_length(endpoint_hash) = 32),
  sealed bytea NOT NULL,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 64),
  created_at timestamptz NOT NULL,
  last_sent_at timestamptz,
  UNIQUE (node_id, slot),
  UNIQUE (node_id, endpoint_hash)
);

-- Messages on their way, written in the transaction that causes them. A message that was taken, given up or has expired has no row.
CREATE TABLE push_message (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id uuid NOT NULL REFERENCES push_device ON DELETE CASCADE,
  sealed bytea NOT NULL,
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  next_try_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX push_message_due ON push_message (next_try_at);
CREATE INDEX push_message_age ON push_message (expires_at);
CREATE INDEX push_message_of_device ON push_message (device_id);

ALTER TABLE mail DROP CONSTRAINT mail_kind_check;
ALTER TABLE mail ADD CONSTRAINT mail_kind_check
  CHECK (kind IN ('subscription', 'code', 'founding_tester', 'notice', 'approval'));
