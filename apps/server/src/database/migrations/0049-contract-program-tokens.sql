-- Tokens that owners make for programs: named, limited to scopes, and ten of a node at most, one in each slot.
-- Null for the tokens of sign-ins, and for sessions. Not an expansion: a version before would let such a token do everything.
ALTER TABLE node_token
  ADD COLUMN name text CHECK (char_length(name) BETWEEN 1 AND 64),
  ADD COLUMN scopes text[] CHECK (cardinality(scopes) > 0 AND scopes <@ ARRAY['read', 'scan', 'entropy']),
  ADD COLUMN slot smallint CHECK (slot BETWEEN 1 AND 10),
  ADD CHECK (num_nulls(name, scopes, slot) IN (0, 3)),
  -- A program has signed in to nothing, and is no browser.
  ADD CHECK (scopes IS NULL OR (proved AND signed_in_at IS NULL AND expires_at IS NULL)),
  ADD UNIQUE (node_id, slot);
