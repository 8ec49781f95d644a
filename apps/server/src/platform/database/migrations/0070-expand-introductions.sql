-- The key by which an asker knows a person (its thumbprint, RFC 7638): the one that the person introduced last. And the name that the
-- person gives this asker with each approval.
ALTER TABLE asker
  ADD COLUMN known_key text CHECK (known_key ~ '^[A-Za-z0-9_-]{43}$'),
  ADD COLUMN known_since timestamptz CHECK ((known_since IS NULL) = (known_key IS NULL)),
  ADD COLUMN person_name text CHECK (char_length(person_name) BETWEEN 1 AND 100);
-- The asker for which alone a passkey signs, and its public id; null for one that signs for all.
ALTER TABLE passkey ADD COLUMN asker_id bigint REFERENCES asker ON DELETE CASCADE,
  ADD COLUMN only_for text CHECK ((only_for IS NULL) = (asker_id IS NULL));
