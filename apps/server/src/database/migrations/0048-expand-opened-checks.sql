-- A check that a page starts is opened from there, by a secret that only that page can hand over, or by the number that it shows.
-- Null where a site's server asked, and for checks of the version before.
ALTER TABLE site_check
  ADD COLUMN open_hash bytea CHECK (octet_length(open_hash) = 32),
  ADD COLUMN open_number smallint CHECK ((open_hash IS NULL) = (open_number IS NULL) AND open_number BETWEEN 0 AND 99),
  -- Whether it was opened by the secret; null until it is opened.
  ADD COLUMN same_browser boolean CHECK (same_browser IS NULL OR num_nulls(open_hash, screen_hash) = 0);
