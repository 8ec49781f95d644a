-- A sign-in by recovery code grants nothing that lasts before this moment; null for every other sign-in.
ALTER TABLE node_token ADD COLUMN waits_until timestamptz
  CHECK (waits_until IS NULL OR num_nulls(waits_until, signed_in_at) = 0);
