-- Receipts that people keep here, encrypted by their browser. The key stands in a link and never comes here. A node has a hundred at most,
-- one in each slot.
CREATE TABLE kept_receipt (
  id text PRIMARY KEY CHECK (id ~ '^[A-Za-z0-9_-]{22}$'),
  node_id bigint NOT NULL REFERENCES node ON DELETE CASCADE,
  slot smallint NOT NULL CHECK (slot BETWEEN 1 AND 100),
  ciphertext bytea NOT NULL CHECK (octet_length(ciphertext) BETWEEN 29 AND 32768),
  created_at timestamptz NOT NULL,
  UNIQUE (node_id, slot)
);
