-- Metadata of the FIDO Alliance, as an operator imported it last. All processes judge devices by it.
CREATE TABLE device_metadata (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  -- A certificate in DER, and the name that the signer's certificate must have.
  root bytea NOT NULL,
  signer text NOT NULL,
  least_certification text NOT NULL
    CHECK (least_certification IN ('L1', 'L1plus', 'L2', 'L2plus', 'L3', 'L3plus')),
  -- Of the blob; it only grows.
  number bigint NOT NULL CHECK (number >= 0),
  blob_sha256 bytea NOT NULL CHECK (octet_length(blob_sha256) = 32),
  next_update date NOT NULL,
  -- By AAGUID: { name, certification, roots: [DER in base64] }. Models that do not count are not here.
  models jsonb NOT NULL CHECK (jsonb_typeof(models) = 'object'),
  left_out integer NOT NULL CHECK (left_out >= 0),
  imported_at timestamptz NOT NULL
);

-- The SHA-256 of the certificate that vouches for an attested passkey: it counts only as long as that certificate does. For
-- passkeys that were attested before, it is unknown, so they are plain ones from now on.
ALTER TABLE passkey ADD COLUMN attested_root bytea CHECK (octet_length(attested_root) = 32);
ALTER TABLE passkey DROP COLUMN attested;
