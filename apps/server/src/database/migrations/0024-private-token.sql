-- The private token (RFC 9577) that was redeemed for a live challenge: SHA-256 of what its issuer signed, which names the challenge.
-- A challenge has one at most, and a token is good for one challenge; it goes with the row.
ALTER TABLE live_challenge ADD COLUMN token_digest bytea UNIQUE CHECK (octet_length(token_digest) = 32);
