-- What waits for the memory is looked up by the first bytes of what is sealed, which are drawn at random: without reading the sealed motion.
ALTER TABLE replay_waiting ADD COLUMN mark bytea GENERATED ALWAYS AS (substring(sealed FROM 1 FOR 12)) STORED;
CREATE INDEX replay_waiting_mark ON replay_waiting (mark);
