-- In which language the owner of a node is written to where nobody asks at that moment: as their browser said at the last sign-in.
-- Null: nobody knows; English is written then.
ALTER TABLE node ADD COLUMN language text CHECK (language ~ '^[a-z]{2}$');
