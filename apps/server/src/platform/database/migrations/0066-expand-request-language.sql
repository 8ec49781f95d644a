-- The language of the six words that hold the digest of an approval for people.
ALTER TABLE request ADD COLUMN language text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'de', 'es'));
