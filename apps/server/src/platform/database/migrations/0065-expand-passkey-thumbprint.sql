-- The thumbprint of the public key (RFC 7638), by which askers know it; null in passkeys of before.
ALTER TABLE passkey ADD COLUMN thumbprint text CHECK (thumbprint ~ '^[A-Za-z0-9_-]{43}$');
