-- Whether receipts for this asker carry the key of the person that signed.
ALTER TABLE asker ADD COLUMN shares_key boolean NOT NULL DEFAULT false;
-- The same of one check, which its page says.
ALTER TABLE request ADD COLUMN approver_key boolean NOT NULL DEFAULT false CHECK (NOT approver_key OR (kind = 'check' AND assurance > 1));
