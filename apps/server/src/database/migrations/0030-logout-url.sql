-- Where a site is told that somebody signed out; most have none.
ALTER TABLE site ADD COLUMN logout_url text CHECK (length(logout_url) BETWEEN 1 AND 1024);
