-- A token showed only that some device knew the challenge's id, not that it was the device of the scan. Only an attested passkey counts.
ALTER TABLE live_challenge DROP COLUMN token_digest;
